import { expect, it } from 'vitest';
import { serveSite } from '../../../test/serve-site.ts';

const SPELLINGS =
  `/blog/ /Blog /BLOG //blog /./blog /x/../blog /x/%2e%2e/blog /%62log /blog%20 /blog. /blog.. /blog;x=1 /blog%3bx
  /blog%2f /blog%00 /blog%3Fpage=2 /blog?page=02 /blog?page=2&page=3 /blog?PAGE=2 /blog?page[]=2 /blog?%70age=2
  /blog?page=2%00 /blog?x=<script> /blog?page=2#x /blog?utm_source=evil /blog?q=evil /blog?__proto__=1 /blog? /blog?&
  /blog?x=${'y'.repeat(10_000)} /${'blog/'.repeat(200)}`.split(/\s+/);

it('another spelling of a URL is never cached as the page of the canonical URL, and never changes it', async () => {
  const { get, cache } = await serveSite();
  for (const spelling of SPELLINGS) {
    cache.clear();
    const { status } = await get(spelling);
    expect([spelling, [200, 404].includes(status)]).toEqual([spelling, true]);
    // The page was rendered for the canonical URL, with nothing of the client's.
    const plain = await get('/blog');
    expect([spelling, plain.body]).toEqual([
      spelling,
      expect.stringContaining('["https://site.test/blog"]'),
    ]);
    const second = await get('/blog?page=2');
    await get(spelling);
    expect([spelling, (await get('/blog')).body]).toEqual([spelling, plain.body]);
    expect([spelling, (await get('/blog?page=2')).body]).toEqual([spelling, second.body]);
  }
});

import { describe, expect, it } from 'vitest';
import { cacheKey } from './page-cache.ts';

describe('the cache key of a page', () => {
  it.each([
    ['/', '/'],
    ['/blog', '/blog'],
    ['/blog/how-to-read-an-ic50', '/blog/how-to-read-an-ic50'],
    ['/blog/a-post.md', '/blog/a-post.md'],
    ['/blog/a-post/versions?q=1', '/blog/a-post/versions'],
    ['/blog/a-post/v1?from=1', '/blog/a-post/v1'],
    ['/sitemap-1.xml', '/sitemap-1.xml'],
    ['/feed.xml', '/feed.xml'],
    ['/?utm_source=letter', '/'],
    ['/blog?utm_source=letter&page=2', '/blog?page=2'],
    ['/blog?page=2&page=3', '/blog?page=2'],
    ['/purpose?q=x&page=7', '/purpose'],
    ['/contact?', '/contact'],
  ])('%s has the key %s: ignored parameters are left out', (url, key) => {
    expect(cacheKey(url)).toBe(key);
  });

  it.each(['page=0', 'page=', 'page=01', 'page=-1', 'page=x', 'page=1e3', 'page=2.0'])(
    '/blog?%s is kept as the first page, which it shows',
    (query) => {
      expect(cacheKey(`/blog?${query}`)).toBe('/blog');
    },
  );

  it.each(
    `/Blog|/blog/|//blog|/blog//x|/blog/%61|/blog/../admin|/.well-known/x|/${'a'.repeat(400)}|/api/blog/posts|/api
    /media/x.webp|/healthz|/blog.data|/glossary?q=ic50|/contact?type=demo|/blog/a-post/versions?from=1&to=2
    /blog?page=2&q=assay|/newsletter/confirm?token=secret|http://other.test/blog|*|`.split(
      /\||\s+/,
    ),
  )('"%s" is not cached', (url) => {
    expect(cacheKey(url)).toBeNull();
  });
});

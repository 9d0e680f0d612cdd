import { describe, expect, it } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import { cacheKey } from './page-cache.ts';

describe('the cache key of a page', () => {
  it.each(readTable(new URL('cache-keys.tsv', import.meta.url)))(
    '%s has the key %s: ignored parameters are left out',
    (url, key) => {
      expect(cacheKey(url)).toBe(key);
    },
  );

  it.each(['page=0', 'page=', 'page=01', 'page=-1', 'page=x', 'page=1e3', 'page=2.0'])(
    '/blog?%s is kept as the first page, which it shows',
    (query) => {
      expect(cacheKey(`/blog?${query}`)).toBe('/blog');
    },
  );

  it.each(
    `/Blog|/blog/|//blog|/blog//x|/blog/%61|/blog/../admin|/.well-known/x|/${'a'.repeat(400)}|/api/blog/posts|/api
    /media/x.webp|/healthz|/blog.data|/glossary?q=ic50|/contact?type=demo
    /blog?page=2&q=assay|/newsletter/confirm?token=secret|http://other.test/blog|*|`.split(
      /\||\s+/,
    ),
  )('"%s" is not cached', (url) => {
    expect(cacheKey(url)).toBeNull();
  });
});

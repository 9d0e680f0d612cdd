import { expect, it } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import { cacheKey } from './page-cache.ts';

it.each(readTable(new URL('cache-keys.tsv', import.meta.url)))(
  '"%s" has the key %s in the cache of pages',
  (url, key) => {
    expect(String(cacheKey(url))).toBe(key);
  },
);

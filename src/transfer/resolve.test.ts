import { expect, it } from 'vitest';
import { createResolver } from './resolve.ts';
import type { Source } from './source.ts';

const source = (paths: string[]): Source => ({
  system: 'markdown',
  files: { paths } as unknown as Source['files'],
  items: [],
  notes: [],
  origins: [],
});

it('a link leads to the file with the shortest path that ends with it, however its accents are stored', () => {
  const resolve = createResolver(
    source(['deep/static/img/a.png', 'static/img/a.png', 'static/e\u0301.png']),
  );
  expect(resolve('/img/a.png', '')).toMatchObject({ path: 'static/img/a.png' });
  expect(resolve('/a.png', '')).toMatchObject({ path: 'static/img/a.png' });
  expect(resolve('/\u00e9.png', '')).toMatchObject({ path: 'static/e\u0301.png' });
  expect(resolve('/mg/a.png', '').kind).toBe('missing');
});

it('dead links of a blog of ten thousand bundles do not take hours, nor does one of slashes', () => {
  const paths = Array.from({ length: 10_000 }, (_, number) => `content/p${number}/index.md`);
  const start = performance.now();
  const resolve = createResolver(source(paths));
  for (let number = 0; number < 5_000; number += 1) resolve(`/gone${number}/index.md`, '');
  resolve(`/${'a/'.repeat(50_000)}${'/'.repeat(100_000)}x`, '');
  expect(performance.now() - start).toBeLessThan(5_000);
});

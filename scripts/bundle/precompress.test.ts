import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeFolder } from '../../test/make-folder.ts';
import { precompress } from './precompress.ts';

it('lets every script, style sheet and drawing be sent small, and nothing that is small already', async () => {
  const folder = makeFolder();
  mkdirSync(join(folder, 'static/js'), { recursive: true });
  const text = 'export const seat = "a molecule finds its place on a surface";\n'.repeat(50);
  for (const name of ['static/js/a.js', 'static/b.css', 'c.svg', 'd.woff2', 'e.png']) {
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, 'tiny.txt'), 'x');
  await precompress(folder);
  const copies = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:br|gz)$/.test(name))
    .map((name) => name.replaceAll('\\', '/'));
  expect(copies.sort()).toEqual([
    'c.svg.br',
    'c.svg.gz',
    'static/b.css.br',
    'static/b.css.gz',
    'static/js/a.js.br',
    'static/js/a.js.gz',
  ]);
  for (const name of copies) {
    const copy = readFileSync(join(folder, name));
    expect(copy.length).toBeLessThan(text.length / 10);
    const read = name.endsWith('.br') ? brotliDecompressSync(copy) : gunzipSync(copy);
    expect(read.toString()).toBe(text);
  }
});

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bindingSurface } from './binding-surface.ts';

const size = { width: 800, height: 450 };
const names = [
  'Ligara',
  'how-to-read-an-ic50',
  '',
  'Ωmega & <Sons>',
  '</svg><script>alert(1)</script>',
];

describe('bindingSurface', () => {
  it('gives a name the same picture each time it is drawn', () => {
    expect(bindingSurface('Ligara', size)).toBe(bindingSurface('Ligara', size));
  });

  it('gives different names different pictures', () => {
    expect(new Set(names.map((name) => bindingSurface(name, size))).size).toBe(names.length);
  });

  it.each(names)('is a picture that any strict XML reader can draw: %j', async (name) => {
    const pixels = await sharp(Buffer.from(bindingSurface(name, size)))
      .flatten()
      .toBuffer({ resolveWithObject: true });
    expect(pixels.info).toMatchObject(size);
  });

  it.each(names)('carries nothing that could run or call elsewhere: %j', (name) => {
    const svg = bindingSurface(name, size);
    const elements = new Set([...svg.matchAll(/<([a-z]\w*)/gi)].map(([, element]) => element));
    const attributes = new Set(
      [...svg.matchAll(/\s([\w:-]+)="/g)].map(([, attribute]) => attribute),
    );
    expect([...elements].toSorted()).toEqual(['circle', 'path', 'svg']);
    for (const banned of ['style', 'href', 'xlink:href', 'id', 'class']) {
      expect(attributes).not.toContain(banned);
    }
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toContain('://');
  });

  it('draws real numbers only, in a portrait as in a landscape or a square', () => {
    for (const [width, height] of [
      [400, 400],
      [300, 900],
      [1600, 900],
    ] as const) {
      const svg = bindingSurface('Ligara', { width, height });
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      expect(svg).toContain('fill="#0B7A6F"');
    }
  });

  it('stays light enough to be a cover on a slow line', () => {
    for (const name of ['Ligara', 'how-to-read-an-ic50']) {
      expect(bindingSurface(name, { width: 1600, height: 900 }).length).toBeLessThan(24_000);
    }
  });
});

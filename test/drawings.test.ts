import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { molecules } from '../src/content/molecules.ts';
import { advisoryBoard, founders } from '../src/content/team.ts';

const IMAGES = 'public/images';
const namesIn = (folder: string, extension: string) =>
  readdirSync(folder).flatMap((file) =>
    file.endsWith(extension) ? file.slice(0, -extension.length) : [],
  );
const symbolsIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(([, id = '']) => id);
const covers = namesIn(`${IMAGES}/covers`, '.svg');
const portraits = namesIn(`${IMAGES}/portraits`, '.svg');

it('every sample post has a cover', () => {
  expect(covers.toSorted()).toEqual(namesIn('src/content/posts', '.md').toSorted());
});

it('every person has a portrait, and no two the same', () => {
  const people = [...founders.members, ...advisoryBoard.advisors].map(({ id }) => id);
  expect(portraits.toSorted()).toEqual(people.toSorted());
  const drawings = portraits.map((name) =>
    readFileSync(`${IMAGES}/portraits/${name}.svg`, 'utf8').replace(/<g transform.*$/s, ''),
  );
  expect(new Set(drawings).size).toBe(people.length);
});

it('the picture in place of a missing cover is dark all over, since it cannot follow the theme', async () => {
  const picture = sharp(`${IMAGES}/blog-fallback.jpg`).resize(8, 4, { fit: 'fill' });
  expect(Math.max(...(await picture.greyscale().raw().toBuffer()))).toBeLessThan(110);
});

it('every molecule that is described has a drawing', () => {
  expect(symbolsIn('src/ui/structures.svg')).toEqual(Object.keys(molecules));
});

it('every icon that the code names has a drawing', () => {
  const types = ['src/content/icon.ts', 'src/ui/icon.tsx'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, name]) => name),
  );
  expect(symbolsIn('src/ui/icons.svg')).toEqual(types.toSorted());
});

describe.each([
  ...covers.map((name) => `covers/${name}.svg`),
  ...portraits.map((name) => `portraits/${name}.svg`),
])('%s', (file) => {
  const svg = readFileSync(`${IMAGES}/${file}`, 'utf8');

  it('is dark where the page is', () => {
    expect(svg).toContain('@media (prefers-color-scheme:dark)');
    expect(svg.replace(/<style>.*<\/style>/, '')).not.toMatch(
      /#[\da-f]{3,6}\b(?!\))|NaN|undefined/,
    );
  });

  it('is a picture that any strict XML reader can draw, on a slow line too', async () => {
    expect(svg.length).toBeLessThan(20_000);
    expect((await sharp(Buffer.from(svg)).metadata()).width).toBeGreaterThan(0);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { advisoryBoard, founders } from '../../src/content/team.ts';
import { drawCovers } from './covers/covers.ts';
import { drawFallback } from './covers/fallback.ts';
import { drawMonogram } from './portraits/monogram.ts';

const images = join(import.meta.dirname, '../../public/images');
const people = [...founders.members, ...advisoryBoard.advisors];
const covers = drawCovers();
const portraits = await Promise.all(
  people.map(async ({ id }, index) => [id, await drawMonogram(id, index)] as const),
);

it('every sample post has a cover of its own subject', () => {
  const slugs = readdirSync('src/content/posts').flatMap((file) =>
    file.endsWith('.md') ? file.slice(0, -'.md'.length) : [],
  );
  expect(covers.map(([slug]) => slug).toSorted()).toEqual(slugs.toSorted());
});

it('no two people have the same portrait', () => {
  const drawings = portraits.map(([, svg]) => svg.replace(/<g transform.*$/s, ''));
  expect(new Set(drawings).size).toBe(people.length);
});

it('the picture in place of a missing cover is dark all over, since it cannot follow the theme', async () => {
  const greys = async (jpeg: Buffer) => [
    ...(await sharp(jpeg).resize(8, 4, { fit: 'fill' }).greyscale().raw().toBuffer()),
  ];
  const drawn = await greys(await drawFallback());
  const kept = await greys(readFileSync(join(images, 'blog-fallback.jpg')));
  expect(Math.max(...kept)).toBeLessThan(110);
  // Encoders of other processors differ in single bits.
  for (const [i, grey] of kept.entries())
    expect(grey, 'npm run artwork').toBeCloseTo(drawn[i] ?? 0, -1);
});

describe.each([
  ...covers.map(([name, svg]) => ({ file: `covers/${name}.svg`, svg })),
  ...portraits.map(([name, svg]) => ({ file: `portraits/${name}.svg`, svg })),
])('$file', ({ file, svg }) => {
  it('is what the program for artwork draws', () => {
    const path = join(images, file);
    expect(existsSync(path) && readFileSync(path, 'utf8') === svg, 'npm run artwork').toBe(true);
  });

  it('is dark where the page is', () => {
    expect(svg).toContain('@media (prefers-color-scheme:dark)');
    expect(svg.replace(/<style>.*<\/style>/, '')).not.toMatch(
      /#[\da-f]{3,6}\b(?!\))|NaN|undefined/,
    );
  });

  it('is a picture that any strict XML reader can draw, on a slow line too', async () => {
    expect(svg.length).toBeLessThan(20_000);
    const { width } = await sharp(Buffer.from(svg)).metadata();
    expect(width).toBeGreaterThan(0);
  });
});

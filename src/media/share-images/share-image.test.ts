import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createThreads } from '../../app/threads/threads.ts';
import { drawShareImage } from './share-image.ts';
import { MAX_LINES, typesetTitle } from './title.ts';
import TITLES from './titles.json' with { type: 'json' };

/** Each with the text that is shown; null: the fonts lack most of it. */
const SHOWN = TITLES.shown as [string, string | null][];
/** Long, of one word, of markup, emoji, right to left, broken, white space. */
const DRAWN = [...TITLES.drawn, '\uD800 \u0000\u0007 \uFFFF'];

const site = { name: 'Site', tagline: 'A site for tests.' };
const WIDTH = 612;

const draw = (title: string) => drawShareImage({ title, name: 'a-name', site });
const shown = (title: string) => typesetTitle(title, site.tagline, WIDTH).text;

describe('the picture of a title', () => {
  it.each(DRAWN)('can be drawn whatever it is: %j', async (title) => {
    const metadata = await sharp(await draw(title)).metadata();
    expect(metadata).toMatchObject({ format: 'png', width: 1200, height: 630 });
  });

  it('differs by its title and by its name, and by nothing else', async () => {
    const picture = await draw('How to read an IC50');
    expect(await draw('How to read an IC50')).toEqual(picture);
    expect(await draw('How to read an EC50')).not.toEqual(picture);
    const other = { title: 'How to read an IC50', name: 'a', site };
    expect(await drawShareImage(other)).not.toEqual(picture);
  });

  it('is drawn beside the requests of others', async () => {
    let turns = 0;
    let isDrawing = true;
    const drawing = createThreads()
      .drawShareImage({ title: 'A', name: 'a', site })
      .finally(() => {
        isDrawing = false;
      });
    while (isDrawing) {
      await setTimeout(1);
      turns += 1;
    }
    expect(await drawing).toEqual(await drawShareImage({ title: 'A', name: 'a', site }));
    expect(turns).toBeGreaterThan(10);
  });
});

describe('a title', () => {
  it.each(SHOWN)('%j is shown as %j, by replacements or the tagline', (title, text) => {
    expect(shown(title)).toBe(text ?? site.tagline);
  });

  it('is set in the largest size that fits, and cut when none does', () => {
    const titles = ['Blog', 'How to read an IC50', 'When the model should say “I don’t know”'];
    titles.push('Cytotoxicity and selectivity: reading the gap between tumour and normal cells');
    const set = titles.map((title) => typesetTitle(title, '', WIDTH));
    const sizes = set.map(({ size }) => size);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(new Set(sizes).size).toBeGreaterThan(2);
    expect(set.every(({ isWhole }) => isWhole)).toBe(true);
    const long = typesetTitle('word '.repeat(60), '', WIDTH);
    expect(long.isWhole).toBe(false);
    expect(long.size * MAX_LINES).toBeLessThan(300);
  });

  it('does not break a word that fits in a smaller size', () => {
    const { size, isWhole } = typesetTitle('Neurodegeneration', '', WIDTH);
    expect(isWhole).toBe(true);
    expect(size).toBeLessThan(typesetTitle('Neuro', '', WIDTH).size);
  });
});

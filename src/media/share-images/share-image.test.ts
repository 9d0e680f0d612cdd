import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createThreads } from '../../app/threads/threads.ts';
import { drawShareImage } from './share-image.ts';
import { MAX_LINES, typesetTitle } from './title.ts';

const site = { name: 'Site', tagline: 'A site for tests.' };
const WIDTH = 612;

const draw = (title: string) => drawShareImage({ title, name: 'a-name', site });
const shown = (title: string) => typesetTitle(title, site.tagline, WIDTH).text;

describe('the picture of a title', () => {
  it.each([
    ['short', 'IC50'],
    ['long', 'A title that says everything there is to say '.repeat(45)],
    ['of one word', 'x'.repeat(300)],
    ['of markup', '</svg><script>alert(1)</script><image href="https://x.test/"/> &amp; &#0;'],
    ['of emoji', '\u{1F9EA}\u{1F469}\u200D\u{1F52C}\u{1F600}'],
    ['from right to left', 'מחקר תרופות \u202E\u2067abc'],
    ['of broken text', '\uD800 \u0000\u0007 \uFFFF'],
    ['of white space', ' \n\t '],
  ])('can be drawn when it is %s', async (_what, title) => {
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
  it.each([
    'What a binding-affinity prediction does and does not tell you',
    'Ångström, naïve “façades” & Việt Nam – 5 µM ± 10 %',
    'Ингибиторы киназ: β-lactam, Δ-opioid',
  ])('is shown letter for letter where the fonts have it: %s', async (title) => {
    expect(shown(title)).toBe(title);
  });

  it.each([
    ['IC₅₀ ≤ 10⁻⁹ M', 'IC50 <= 10^−9 M'],
    ['Hit → lead, ﬁrst', 'Hit -> lead, first'],
    ['Good news \u{1F389}, everyone \u{1F469}\u200D\u{1F52C}!', 'Good news, everyone!'],
    ['e\u0301tude of\u200B things\u202E', 'étude of things'],
    ['Notes from 東京 on binding', 'Notes from on binding'],
    ['two\n\tlines', 'two lines'],
  ])('is written with replacements where they lack characters: %s', (title, text) => {
    expect(shown(title)).toBe(text);
  });

  it.each(['東京の創薬', 'מחקר תרופות', '\u{1F9EA}\u{1F9EA}', ' ', '\u0000'])(
    'is replaced by the tagline where they lack most of it: %j',
    (title) => {
      expect(shown(title)).toBe(site.tagline);
    },
  );

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

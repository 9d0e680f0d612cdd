import { expect, it } from 'vitest';
import { withoutBlockComments, withReusableBlocks } from './blocks.ts';
import { convertShortcodes } from './shortcodes.ts';

it.each([
  '<!-- wp:a ',
  '<!-- wp:math {} -->',
  '<!-- wp:syntaxhighlighter/code --><pre>',
  '<math data-latex="">',
  '<!--more',
  '[code]',
  '[aa]',
])('a text that repeats %j, which nothing closes, does not stop an import', (hostile) => {
  const text = hostile.repeat(20_000);
  const start = performance.now();
  withoutBlockComments(text);
  convertShortcodes(text, { picture: () => undefined, ownPictures: [] });
  expect(performance.now() - start).toBeLessThan(5_000);
});

it('a reusable block that is shown ten thousand times does not fill the memory', () => {
  const blocks = new Map([['1', 'x'.repeat(100_000)]]);
  const filled = withReusableBlocks('<!-- wp:block {"ref":1} /-->'.repeat(10_000), blocks);
  expect(filled).toContain('x');
  expect(filled.length).toBeLessThan(3_000_000);
});

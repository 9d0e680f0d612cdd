import { expect, it } from 'vitest';
import { wholeSentences } from './ellipsis.ts';

const sentence =
  'An assay that nobody repeats is a story about an assay, told once and by one laboratory.';

it('a long description ends after a sentence, or else after a clause or a word', () => {
  expect(wholeSentences(` ${sentence} `)).toBe(sentence);
  expect(wholeSentences([sentence, sentence, sentence].join(' '))).toBe(`${sentence} ${sentence}`);
  expect(wholeSentences(`${'Is it so? '.repeat(30)}`)).toMatch(/^(Is it so\? )+Is it so\?$/);
  // The point of a number ends no sentence.
  const number = `A value of 0.54 ${'and more '.repeat(30)}, of which nothing fits.`;
  expect(wholeSentences(number)).toMatch(/\w…$/);
  const clause = 'Potency is one requirement among many others that a compound must meet';
  expect(wholeSentences(`${clause}, ${'which is so '.repeat(20)}`)).toBe(`${clause}…`);
  expect(wholeSentences('word '.repeat(100))).toMatch(/^(word )+word…$/);
  expect(wholeSentences('x'.repeat(300))).toBe(`${'x'.repeat(220)}…`);
});

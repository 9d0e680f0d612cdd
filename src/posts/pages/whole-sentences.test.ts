import { expect, it } from 'vitest';
import { wholeSentences } from './whole-sentences.ts';

const sentence =
  'An assay that nobody repeats is a story about an assay, told once and by one laboratory.';

it('leaves a description whole that fits on its card', () => {
  expect(wholeSentences(` ${sentence} `)).toBe(sentence);
});

it('ends a long description after a sentence, not within it', () => {
  expect(wholeSentences([sentence, sentence, sentence].join(' '))).toBe(`${sentence} ${sentence}`);
  expect(wholeSentences(`${'Is it so? '.repeat(30)}`)).toMatch(/^(Is it so\? )+Is it so\?$/);
});

it('does not take the point of a number for the end of a sentence', () => {
  const text = `A value of 0.54 ${'and more '.repeat(30)}, of which nothing fits.`;
  expect(wholeSentences(text)).toMatch(/\w…$/);
});

it('ends a sentence that is too long after a clause, or else after a word', () => {
  const clause = 'Potency is one requirement among many others that a compound must meet';
  expect(wholeSentences(`${clause}, ${'which is so '.repeat(20)}`)).toBe(`${clause}…`);
  expect(wholeSentences('word '.repeat(100))).toMatch(/^(word )+word…$/);
  expect(wholeSentences('x'.repeat(300))).toBe(`${'x'.repeat(220)}…`);
});

import { expect, test } from 'vitest';
import { matchesTerm, toTerms, withPrefix } from './search-terms.ts';

test.each([
  ['assay', ['assay', 'assays']],
  ['assays', ['assay', 'assays']],
  ['activity', ['activities', 'activity']],
  ['activities', ['activity']],
  ['class', ['class', 'classes']],
  ['classes', ['class', 'classes']],
  ['analysis', ['analyses', 'analysis']],
  ['hypotheses', ['hypotheses', 'hypothesis']],
  ['virus', ['virus', 'viruses']],
  ['ki', ['ki']],
  ['ic50', ['ic50']],
  ['β', ['β']],
])('%s is looked for in both numbers', (word, forms) => {
  const [{ words } = { words: [] }] = toTerms(word);
  expect(words).toEqual(expect.arrayContaining(forms));
  expect(words[0]).toBe(word);
});

test('words that only begin the same are not taken for one another', () => {
  expect(toTerms('organ')).toEqual([{ words: ['organ', 'organs'] }]);
  expect(toTerms('gas').flatMap(({ words }) => words)).not.toContain('ga');
});

test('every word is looked for once', () => {
  expect(toTerms('ki ic50  KI')).toEqual([{ words: ['ki'] }, { words: ['ic50'] }]);
  expect(toTerms('%&')).toEqual([]);
});

test('the last word may be the beginning of another, unless it is too short to mean one', () => {
  const terms = withPrefix('ki toxic');
  expect(terms?.map(({ prefix }) => prefix)).toEqual([undefined, 'toxic']);
  expect(terms?.map((term) => matchesTerm(term, 'toxicity'))).toEqual([false, true]);
  expect([withPrefix('toxicity ki'), withPrefix('%&')]).toEqual([null, null]);
});

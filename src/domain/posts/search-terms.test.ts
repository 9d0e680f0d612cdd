import { expect, test } from 'vitest';
import { toTerms } from './search-terms.ts';

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
  const [alternatives = []] = toTerms(word, []).alternatives;
  expect(alternatives).toEqual(expect.arrayContaining(forms));
  expect(alternatives[0]).toBe(word);
});

test('words that only begin the same are not taken for one another', () => {
  expect(toTerms('organ', []).alternatives).toEqual([['organ', 'organs']]);
  expect(toTerms('gas', []).alternatives.flat()).not.toContain('ga');
});

test('every word is looked for once, and the last may be the beginning of another', () => {
  expect(toTerms('ki ic50  KI', ['kinase'])).toEqual({
    alternatives: [['ki', 'kinase'], ['ic50']],
    last: 'ki',
  });
  expect(toTerms('%&', [])).toEqual({ alternatives: [], last: '' });
});

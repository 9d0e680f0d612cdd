import { expect, test } from 'vitest';
import { matchesTerm, toTerms, withPrefix } from './search-terms.ts';

test('every word is looked for once, and the last one may be the beginning of another', () => {
  expect(toTerms('ki ic50  KI')).toEqual([{ words: ['ki'] }, { words: ['ic50'] }]);
  expect(toTerms('%&')).toEqual([]);
  const terms = withPrefix('ki toxic');
  expect(terms?.map(({ prefix }) => prefix)).toEqual([undefined, 'toxic']);
  expect(terms?.map((term) => matchesTerm(term, 'toxicity'))).toEqual([false, true]);
  // Too short to mean one.
  expect([withPrefix('toxicity ki'), withPrefix('%&')]).toEqual([null, null]);
});

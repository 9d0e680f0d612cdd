import { expect, test } from 'vitest';
import type { Reference } from '../../../science/references/reference.ts';
import { authorsText, withAuthors, withText, withYear, yearText } from './csl-fields.ts';

const PLAIN: Reference = { title: 'T', url: 'https://a.test', description: '', type: 'book' };

test('what is typed into a field is in the record, and what is emptied is gone', () => {
  const typed = withYear(
    withAuthors(withText(PLAIN, 'volume', '12'), 'Smith, Ann; Ligara AI'),
    '2020',
  );
  expect(typed.csl).toEqual({
    type: 'book',
    title: 'T',
    volume: '12',
    author: [{ family: 'Smith', given: 'Ann' }, { literal: 'Ligara AI' }],
    issued: { 'date-parts': [[2020]] },
  });
  expect([authorsText(typed), yearText(typed)]).toEqual(['Smith, Ann; Ligara AI', '2020']);
  const emptied = withYear(withAuthors(withText(typed, 'volume', ' '), ' ; '), '');
  expect(emptied.csl).toEqual({ type: 'book', title: 'T' });
});

test('names that are left as they are keep their particles, and a date its day', () => {
  const csl = {
    type: 'article-journal' as const,
    author: [
      { family: 'Berg', given: 'Anna', 'non-dropping-particle': 'van den' },
      { family: 'King', given: 'Martin', suffix: 'Jr.' },
    ],
    issued: { 'date-parts': [[2019, 3, 5]] },
  };
  const reference = { ...PLAIN, csl };
  expect(authorsText(reference)).toBe('van den Berg, Anna; King, Martin, Jr.');
  expect(withAuthors(reference, `${authorsText(reference)}; New, N.`).csl?.author).toEqual([
    ...csl.author,
    { family: 'New', given: 'N.' },
  ]);
  expect(withYear(reference, '2019').csl).toEqual(csl);
});

import { expect, test } from 'vitest';
import { RECORD_FIELDS } from './editing.ts';
import type { Reference } from './reference.ts';

/** Writes texts into fields of a reference's record. */
function written(reference: Reference, texts: Record<string, string>): Reference {
  return RECORD_FIELDS.reduce(
    (before, { name, write }) => (name in texts ? write(before, texts[name] ?? '') : before),
    reference,
  );
}

const textsOf = (reference: Reference) =>
  RECORD_FIELDS.map(({ read }) => read(reference)).filter((text) => text !== '');

const PLAIN: Reference = { title: 'T', url: 'https://a.test', description: '', type: 'book' };

test('what is typed into a field is in the record, and what is emptied is gone', () => {
  const texts = { Volume: '12', Authors: 'Smith, Ann; Ligara AI', Year: '2020' };
  const typed = written(PLAIN, texts);
  expect(typed.csl).toEqual({
    type: 'book',
    title: 'T',
    volume: '12',
    author: [{ family: 'Smith', given: 'Ann' }, { literal: 'Ligara AI' }],
    issued: { 'date-parts': [[2020]] },
  });
  expect(textsOf(typed)).toEqual(['Smith, Ann; Ligara AI', '2020', '12']);
  const emptied = written(typed, { Volume: ' ', Authors: ' ; ', Year: '' });
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
  const [Authors = ''] = textsOf(reference);
  expect(Authors).toBe('van den Berg, Anna; King, Martin, Jr.');
  expect(written(reference, { Authors: `${Authors}; New, N.` }).csl?.author).toEqual([
    ...csl.author,
    { family: 'New', given: 'N.' },
  ]);
  expect(written(reference, { Year: '2019' }).csl).toEqual(csl);
});

import { expect, test } from 'vitest';
import { LINEAR_LIMIT_MS, processorTime } from '../../../test/linear-time.ts';
import { readTable } from '../../../test/read-table.ts';
import { type CslItem, TEXT_VARIABLES } from './reference.ts';
import { citationOf } from './reference-list.ts';

test.each([
  ['author-date', 'chicago.tsv', 40, 5],
  ['numbered', 'nlm.tsv', 37, 1],
] as const)(
  'references in the style %s read as its manual has them',
  (style, file, count, known) => {
    const rows = readTable(new URL(file, import.meta.url));
    expect(rows).toHaveLength(count);
    expect(rows.filter(([, , instead]) => instead !== undefined)).toHaveLength(known);
    for (const [expected = '', record = '', instead] of rows) {
      // Titles are printed as they are given.
      const found = citationOf(JSON.parse(record), style).toLowerCase();
      if (instead === undefined) expect.soft(found).toBe(expected.toLowerCase());
      else expect.soft(found).toContain(instead.toLowerCase());
    }
  },
);

test.each(readTable(new URL('pages.tsv', import.meta.url)))(
  'the pages %s are shortened as each style has it',
  (page, chicago, nlm) => {
    const csl: CslItem = { type: 'article-journal', 'container-title': 'J', volume: '1', page };
    expect(citationOf(csl, 'author-date')).toMatch(new RegExp(`1: ${chicago}\\.$`));
    expect(citationOf(csl, 'numbered')).toMatch(new RegExp(`;?1:${nlm}\\.$`));
  },
);

test('a page whose date is in words says when it was seen', () => {
  const [issued, accessed] = [{ literal: 'n.d.' }, { literal: '2024' }];
  const page = citationOf({ type: 'webpage', title: 'A', issued, accessed }, 'author-date');
  expect(page).toBe('“A.” n.d. Accessed 2024.');
});

test('fields that were made to be slow are printed in time that grows with their length', async () => {
  const shapes = 'a|1| |-|a1|1-|.|“|.”|(|<sub>|Aa |a-|: a|ed '.split('|');
  const slow: string[] = [];
  for (const type of ['article-journal', 'chapter', 'report'] as const) {
    for (const shape of shapes) {
      // All fields at once: each is printed in both styles.
      const value = shape.repeat(100_000 / shape.length);
      const csl = { type, ...Object.fromEntries(TEXT_VARIABLES.map((one) => [one, value])) };
      const spent = await processorTime(() => {
        citationOf(csl, 'numbered');
        citationOf(csl, 'author-date');
      });
      if (spent > LINEAR_LIMIT_MS) slow.push(`${type}: ${shape}`);
    }
  }
  expect(slow).toEqual([]);
}, 120_000);

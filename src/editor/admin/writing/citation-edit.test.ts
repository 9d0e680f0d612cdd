import { expect, test } from 'vitest';
import { readMarked, showEdited } from '../../../../test/marked-text.ts';
import { readTable } from '../../../../test/read-table.ts';
import { renderBody } from '../../../rendering/body.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { cite, edited } from './text-edit.ts';

/** The text and its caret after the citation of `b`. */
function after(before: string, locator = '') {
  const { text, selection } = readMarked(before);
  return showEdited(text, cite(text, selection, ['b'], locator));
}

test.each(readTable(new URL('citation-edit.tsv', import.meta.url)))(
  'the caret stands behind the citation: %s',
  (_, before, expected) => {
    expect(after(before)).toBe(expected);
  },
);

test('several works that were chosen together are all cited', () => {
  const edit = cite('Shown', { start: 5, end: 5 }, ['b', 'c'], '');
  expect(edited('Shown', edit)).toBe('Shown [@b; @c]');
});

test('what is typed as a page cannot break the citation', () => {
  expect(after('|', ' p. 3,  fig. 2 ')).toBe('[@b, p. 3, fig. 2]|');
  expect(after('|', ']; @c `x`\\')).toBe('[@b, c x]|');
});

test('a citation leads readers to its reference', async () => {
  const key = 'smith&doe2020';
  const reference = { key, title: 'T', url: 'https://a.test', description: '', type: 'article' };
  const edit = cite('Shown', { start: 5, end: 5 }, [key], 'p. 3');
  const references = [reference as Reference];
  const { html, findings } = await renderBody(edited('Shown', edit), { references });
  expect(html).toContain('href="#ref-smith%26doe2020"');
  expect(findings).toEqual([]);
});

import { expect, test } from 'vitest';
import { renderBody } from '../../../rendering/body.ts';
import { citationOf, cite } from './citation-edit.ts';
import { edited } from './text-edit.ts';

/** The text and its caret after the citation of `b`. */
function after(written: string, language: 'markdown' | 'html' = 'markdown', locator = '') {
  const at = written.indexOf('|');
  const text = written.replace('|', '');
  const edit = cite(text, { start: at, end: at }, [{ key: 'b', locator }], language);
  const { start } = edit.selection;
  const result = edited(text, edit);
  return `${result.slice(0, start)}|${result.slice(start)}`;
}

test.each([
  ['a new citation', 'Shown |.', 'Shown [@b]|.'],
  ['a space before it', 'Shown|.', 'Shown [@b]|.'],
  ['none at the start of a text', '|', '[@b]|'],
  ['none in parentheses', '(|)', '([@b]|)'],
  ['one citation of several, behind the first', 'Shown [@a]|.', 'Shown [@a; @b]|.'],
  [
    'one citation of several, within the first',
    'Shown [see @|a, p. 2].',
    'Shown [see @a, p. 2; @b]|.',
  ],
  ['not a citation of what is not a citation', '[a@b.test]|', '[a@b.test] [@b]|'],
  ['a work once, however often it is inserted', 'Shown [@a; @b|].', 'Shown [@a; @b]|.'],
  ['the work again for another page', 'Shown [@b, p. 2]|.', 'Shown [@b, p. 2; @b]|.'],
  ['not a citation that is elsewhere', '[@a] says |.', '[@a] says [@b]|.'],
])('the caret stands behind the citation: %s', (_, before, expected) => {
  expect(after(before)).toBe(expected);
});

test.each([
  ['<p>|</p>', '<p><code data-science="citation">[@b]</code>|</p>'],
  ['<p>Shown|</p>', '<p>Shown <code data-science="citation">[@b]</code>|</p>'],
  [
    '<p><code data-science="citation">[@a|]</code></p>',
    '<p><code data-science="citation">[@a; @b]</code>|</p>',
  ],
])('a body in HTML cites in elements: %s', (before, expected) => {
  expect(after(before, 'html')).toBe(expected);
});

test('several works that were chosen together are all cited', () => {
  const citations = [
    { key: 'b', locator: '' },
    { key: 'c', locator: '' },
  ];
  expect(edited('Shown', cite('Shown', { start: 5, end: 5 }, citations, 'markdown'))).toBe(
    'Shown [@b; @c]',
  );
});

test('what is typed as a page cannot break the citation', () => {
  expect(after('|', 'markdown', ' p. 3,  fig. 2 ')).toBe('[@b, p. 3, fig. 2]|');
  expect(after('|', 'markdown', ']; @c `x`\\')).toBe('[@b, c x]|');
  expect(after('<p>|</p>', 'html', '<b> & c')).toContain('[@b, b &amp; c]</code>');
});

test.each(['markdown', 'html'] as const)(
  'a citation in %s leads readers to its reference',
  async (language) => {
    const key = 'smith&doe2020';
    const reference = {
      key,
      title: 'T',
      url: 'https://a.test',
      description: '',
      type: 'article',
    } as const;
    const text = language === 'html' ? '<p>Shown</p>' : 'Shown';
    const start = language === 'html' ? text.indexOf('</p>') : text.length;
    const edit = cite(text, { start, end: start }, [{ key, locator: 'p. 3' }], language);
    const copied =
      language === 'html' ? `<p>${citationOf(key, language)}</p>` : citationOf(key, language);
    for (const source of [edited(text, edit), copied]) {
      const { html, findings } = await renderBody(source, { references: [reference] });
      expect(html).toContain('href="#ref-smith%26doe2020"');
      expect(findings).toEqual([]);
    }
  },
);

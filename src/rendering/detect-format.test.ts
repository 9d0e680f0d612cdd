import { readFileSync } from 'node:fs';
import { toString as textOf } from 'hast-util-to-string';
import { describe, expect, test } from 'vitest';
import { elements } from '../../test/body-markup.ts';
import { readTable } from '../../test/read-table.ts';
import { detectFormat, renderBody } from './body.ts';

const EDITOR_HTML = readFileSync('test/articles/from-an-editor.txt', 'utf8');

describe('detecting the format', () => {
  test.each([
    ...readTable(new URL('html-bodies.tsv', import.meta.url)),
    ['what an editor saves', EDITOR_HTML],
  ])('an article in HTML is not taken for Markdown: %s', (_, content) => {
    expect(detectFormat(content)).toBe('html');
  });

  test.each(readTable(new URL('markdown-bodies.tsv', import.meta.url)))(
    'an article in Markdown is not taken for HTML: %s',
    (_, content) => {
      expect(detectFormat(content)).toBe('markdown');
    },
  );

  test('HTML from an editor keeps its code, its indented list and its asterisks', async () => {
    const { html, format, text } = await renderBody(EDITOR_HTML);
    expect(format).toBe('html');
    expect(elements(html, 'li')).toHaveLength(3);
    expect(elements(html, 'pre').map(textOf)).toEqual([
      '\n\n# not a heading\n\n- not a list\n*not emphasis*\n\n',
    ]);
    expect(elements(html, 'em')).toEqual([]);
    expect(text).toContain('An IC50 of 5 nM < 10 nM says * little * about _selectivity_.');
  });
});

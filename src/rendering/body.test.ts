import { toString as textOf } from 'hast-util-to-string';
import { describe, expect, test } from 'vitest';
import { elements, reader, rendered, sanitizeHtml } from '../../test/body-markup.ts';
import { renderStored } from '../../test/stored-bodies.ts';
import { renderBody, renderBodyAs } from './body.ts';

test('bodies are rendered as stored', async () => {
  const stored = await renderStored(new URL('bodies.txt', import.meta.url));
  await expect(stored).toMatchFileSnapshot('rendered.txt');
});

test('a picture of the library is nothing that the sanitizer would change', async () => {
  const once = sanitizeHtml(await rendered(`![A](/media/${'0a'.repeat(16)}/800x600.jpg)`));
  expect(once).toContain(`srcset="/media/${'0a'.repeat(16)}/480.avif 480w, `);
  expect(sanitizeHtml(once)).toBe(once);
});

describe('any string is rendered', () => {
  test.each([
    ['quotations in quotations', '>'.repeat(2_000)],
    ['lists in lists', `${'- '.repeat(600)}x`],
    ['elements in elements', '<div>'.repeat(20_000)],
    [
      'formatting that is opened again in each paragraph',
      '<b><i><u><s>'.repeat(200) + '<p>x'.repeat(200),
    ],
  ])('%s are shown as their source', async (_, content) => {
    const { html, text } = await renderBody(content);
    expect(elements(html, 'pre').map(textOf)).toEqual([content]);
    expect(text).toBe(content.trim());
    const once = sanitizeHtml(content);
    expect(sanitizeHtml(once)).toBe(once);
  });

  test.each([
    ['half a surrogate pair', '\uD800x\uDC00', '<p>\u{FFFD}x\u{FFFD}</p>'],
    ['a null character', 'a\0b', '<p>a\u{FFFD}b</p>'],
    ['a byte order mark', '\uFEFF<p>x</p>', '<p>x</p>'],
    ['line ends of all kinds', 'a\r\n\r\nb\r\rc', '<p>a</p>\n<p>b</p>\n<p>c</p>'],
  ])('%s', async (_, content, expected) => {
    expect(await rendered(content)).toBe(expected);
  });

  test('half a surrogate pair is not passed on', () => {
    expect(sanitizeHtml('<p title="\uD800">\uDC00</p>')).toBe('<p title="\u{FFFD}">\u{FFFD}</p>');
  });

  test('in the wrong format is safe as well', async () => {
    expect((await renderBodyAs('html', '# x')).html).toBe('# x');
    expect((await renderBodyAs('markdown', '<p>x</p>')).html).toBe('<p>x</p>');
  });
});

describe('the lines at which blocks start', () => {
  const linesOf = async (content: string) => (await renderBody(content)).blockLines;

  test('are known for Markdown, raw HTML in it, and HTML, so that an editor can scroll along', async () => {
    expect(
      await linesOf(
        '# A\r\n\r\n- b\r\n- c\r\n\r\n| d |\r\n| - |\r\n\r\n<div>\r\n\r\n*e*\r\n\r\n</div>',
      ),
    ).toEqual([1, 3, 6, 9]);
    expect(await linesOf('<p>a</p>\n\n<table><tr><td>b</table><p>c</p>')).toEqual([1, 3, 3]);
  });

  test('are as many as there are blocks, or none', async () => {
    for (const content of [
      'a[^1]\n\n[^1]: b',
      '<b><p>a</b>b</p>',
      '<a>x<a>y',
      'a\n\n<script>b</script>\n\nc',
    ]) {
      const { html, blockLines } = await renderBody(content);
      const { children } = reader.parse(html);
      const blocks = children.filter(({ type }) => type === 'element').length;
      expect([0, blocks], content).toContain(blockLines.length);
    }
  });
});

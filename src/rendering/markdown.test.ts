import { toString as textOf } from 'hast-util-to-string';
import { describe, expect, test } from 'vitest';
import { danglingLinks, elements, rendered } from '../../test/body-markup.ts';

describe('Markdown', () => {
  test('tables, strikethrough, task lists and bare URLs are understood', async () => {
    const html = await rendered(
      '| a | b |\n| - | -: |\n| 1 | 2 |\n\n~~old~~\n\n- [x] done\n- [ ] open\n\nhttps://a.example, www.b.example and mail@c.example.',
    );
    expect(elements(html, 'td').map(({ properties }) => properties.align)).toEqual([
      undefined,
      'right',
    ]);
    expect(elements(html, 'del').map(textOf)).toEqual(['old']);
    expect(elements(html, 'input').map(({ properties }) => properties)).toEqual([
      { type: 'checkbox', checked: true, disabled: true, ariaLabel: 'Done' },
      { type: 'checkbox', disabled: true, ariaLabel: 'Not done' },
    ]);
    expect(elements(html, 'a').map(({ properties }) => properties.href)).toEqual([
      'https://a.example',
      'http://www.b.example',
      'mailto:mail@c.example',
    ]);
  });

  test('HTML within it is kept, and Markdown goes on between its tags', async () => {
    const html = await rendered(
      'H<sub>2</sub>O and **<mark>this</mark>**\n\n<details>\n<summary>More</summary>\n\nA *word*.\n\n</details>\n\nEnd',
    );
    expect(html).toContain('<p>H<sub>2</sub>O and <strong><mark>this</mark></strong></p>');
    expect(html).toContain('<p>A <em>word</em>.</p>\n</details>\n<p>End</p>');
  });

  test('footnotes lead to their text and back, and stand under a heading of their own', async () => {
    const html = await rendered(
      '# Deep\n\n### Deeper\n\nOne[^a], two[^b], one again[^a].\n\n[^a]: First\n[^b]: Second',
    );
    expect(danglingLinks(html)).toEqual([]);
    expect(elements(html, 'h2').map(textOf)).toEqual(['Deep#', 'Footnotes']);
    const [reference] = elements(html, 'a').filter(
      ({ properties }) => properties.dataFootnoteRef === '',
    );
    expect(reference?.properties).toEqual({
      href: '#fn-a',
      id: 'fnref-a',
      dataFootnoteRef: '',
      ariaDescribedBy: ['footnote-label'],
      className: ['note-ref-1'],
    });
  });

  test.each(['script', 'style', 'title', 'textarea', 'iframe', 'xmp', 'plaintext'])(
    'an unclosed %s tag does not swallow the rest of the article',
    async (name) => {
      const html = await rendered(`Before <${name}> after\n\n## Next\n\n<b>bold</b>`);
      expect(html).toContain(`<p>Before &#x3C;${name}> after</p>`);
      expect(elements(html, 'h2')).toHaveLength(1);
      expect(elements(html, 'b').map(textOf)).toEqual(['bold']);
    },
  );

  test('a closed plaintext tag, which nothing can close, does not swallow it either', async () => {
    const html = await rendered('<div><plaintext></plaintext></div>\n\n## Next');
    expect(elements(html, 'h2')).toHaveLength(1);
  });

  test('an attribute that is never closed does not swallow the rest of the article', async () => {
    const html = await rendered('<div title="\n\nOne *word*\n\n## Next');
    expect(html).toContain('<p>One <em>word</em></p>');
    expect(elements(html, 'h2')).toHaveLength(1);
  });
});

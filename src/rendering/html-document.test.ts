import { toString as textOf } from 'hast-util-to-string';
import { describe, expect, test } from 'vitest';
import { elements } from '../../test/body-markup.ts';
import { detectFormat, renderBody } from './body.ts';

const EDITOR_HTML = `<h2>Reading an IC50</h2>

<p>An IC50 of 5&nbsp;nM &lt; 10&nbsp;nM says * little * about _selectivity_.</p>

<ul>
    <li>One

        <ul>
            <li>Deep within</li>

        </ul>

    </li>

    <li>Two</li>
</ul>

<figure>
<pre><code>

# not a heading

- not a list
*not emphasis*

</code></pre>
<figcaption>Code</figcaption>
</figure>

<p>
    A paragraph

    with a blank line in it.
</p>
`;

describe('detecting the format', () => {
  test.each([
    ['one paragraph', '<p>Hello</p>'],
    ['what an editor saves', EDITOR_HTML],
    [
      'a whole document',
      '<!doctype html>\n<html><head><title>x</title></head><body><p>y</p></body></html>',
    ],
    ['paragraphs that are never closed', '<p>One\n\n<p>Two'],
    ['a comment before it', '<!-- draft -->\n\n<p>Text</p>'],
    ['space and a byte order mark before it', '\uFEFF\n\n  <div>Text</div>'],
    ['an image between its paragraphs', '<p>a</p>\n<img src="/x.png">\n<p>b</p>'],
    ['capital letters', '<H1>Title</H1><P>Text</P>'],
    ['plain text between blank lines', '<section>\n\nPlain text, 5 * 3 = 15.\n\n</section>'],
  ])('an article in HTML is not taken for Markdown: %s', (_, content) => {
    expect(detectFormat(content)).toBe('html');
  });

  test.each([
    ['nothing', ''],
    ['plain text', 'Just a line.'],
    ['text with references', 'Fish &amp; chips &lt; 5'],
    ['Markdown alone', '# Title\n\nText'],
    ['HTML first, then Markdown', '<p align="center">x</p>\n\nSome *text*.'],
    ['Markdown first, then HTML', 'Text\n\n<p>x</p>'],
    ['a heading in a div', '<div>\n\n# Title\n\n</div>'],
    [
      'strong text in details',
      '<details>\n<summary>More</summary>\n\nSome **strong** text.\n\n</details>',
    ],
    ['a fence in a section', '<section>\n\n```js\nlet a\n```\n\n</section>'],
    ['a list after an unclosed paragraph', '<p>Intro\n\n- one\n- two'],
    ['a table in a figure', '<figure>\n\n| a |\n| - |\n| 1 |\n\n</figure>'],
    ['an underlined heading in a div', '<div>\n\nTitle\n=====\n\n</div>'],
    ['a link in a div', '<div>\n\nsee [this](https://a.example)\n\n</div>'],
    ['emphasis in a div', '<div>\n\nan *emphasised* word\n\n</div>'],
    ['a comment, then Markdown', '<!--lint disable-->\n\nText with `code`.'],
    ['an inline element first', '<b>Note</b> that *this* is Markdown.\n\n<p>x</p>'],
    ['an address in angle brackets', '<https://a.example>\n\n- one'],
    ['HTML within a fence', '```html\n<p>x</p>\n```'],
  ])('an article in Markdown is not taken for HTML: %s', (_, content) => {
    expect(detectFormat(content)).toBe('markdown');
  });

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

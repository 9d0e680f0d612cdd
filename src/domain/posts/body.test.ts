import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { detectFormat, renderBody, renderBodyAs, sanitizeHtml } from './body.ts';

const reader = unified().use(rehypeParse, { fragment: true }).freeze();

/** All elements of a name in markup, in the order they stand in. */
function elements(markup: string, name: string): Element[] {
  const found: Element[] = [];
  visit(reader.parse(markup), 'element', (element) => {
    if (element.tagName === name) found.push(element);
  });
  return found;
}

async function rendered(content: string): Promise<string> {
  return (await renderBody(content)).html;
}

/** The ids that in-page links lead to and that nothing in the markup has. */
function danglingLinks(markup: string): string[] {
  const ids = new Set<unknown>();
  visit(reader.parse(markup), 'element', ({ properties }) => void ids.add(properties.id));
  return elements(markup, 'a')
    .map(({ properties }) => String(properties.href ?? ''))
    .filter((href) => href.startsWith('#') && !ids.has(href.slice(1)));
}

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

describe('telling HTML and Markdown apart', () => {
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

describe('Markdown', () => {
  test('tables, strikethrough, task lists and bare addresses are understood', async () => {
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
      href: '#user-content-fn-a',
      id: 'user-content-fnref-a',
      dataFootnoteRef: '',
      ariaDescribedBy: ['user-content-footnote-label'],
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

describe('headings', () => {
  const outline = async (content: string) =>
    [...(await rendered(content)).matchAll(/<(h[1-6]) id="([^"]+)"/g)].map(
      ([, name, id]) => `${name} ${id}`,
    );

  test.each([
    ['# A\n\n## B\n\n#### C', ['h2 user-content-a', 'h3 user-content-b', 'h5 user-content-c']],
    ['## A\n\n### B', ['h2 user-content-a', 'h3 user-content-b']],
    ['### A\n\n#### B\n\n### C', ['h2 user-content-a', 'h3 user-content-b', 'h2 user-content-c']],
    ['# A\n\n###### B', ['h2 user-content-a', 'h6 user-content-b']],
    ['<h1>A</h1><h2>B</h2>', ['h2 user-content-a', 'h3 user-content-b']],
  ])(
    'never compete with the title of the page, and keep their nesting: %j',
    async (content, expected) => {
      expect(await outline(content)).toEqual(expected);
    },
  );

  test('all have different addresses, whatever the author named', async () => {
    const content =
      '<p id="same">x</p>\n\n# Same\n\n## Same\n\n## Same 1\n\n<h2 id="own">Own</h2>\n\n# !\n\n# ?\n\n# constructor';
    const ids = (await outline(content)).map((line) => line.split(' ')[1]);
    expect(ids).toEqual([
      'user-content-same-1',
      'user-content-same-2',
      'user-content-same-1-1',
      'user-content-own',
      'user-content-section',
      'user-content-section-1',
      'user-content-constructor',
    ]);
  });

  test('each carry a link to themselves that says where it leads', async () => {
    const html = await rendered('## Reading `IC50` values\n\n[up](#reading-ic50-values)');
    expect(elements(html, 'a').map(({ properties }) => properties)).toEqual([
      {
        className: ['heading-anchor'],
        href: '#user-content-reading-ic50-values',
        ariaLabel: 'Link to section: Reading IC50 values',
      },
      { href: '#user-content-reading-ic50-values' },
    ]);
    expect(danglingLinks(html)).toEqual([]);
  });

  test('within a link carry no other', async () => {
    expect(
      elements(await rendered('<div><a href="/x"><h2>Title</h2></a></div>'), 'a'),
    ).toHaveLength(1);
  });
});

describe('what the page needs', () => {
  test('wide tables scroll in a frame that the keyboard reaches, named by their caption', async () => {
    const html = await rendered(
      '<table><caption>Half-lives</caption><tr><td><table><tr><td>x</table></table>\n\n| a |\n| - |',
    );
    expect(elements(html, 'div').map(({ properties }) => properties)).toEqual([
      { className: ['table-frame'], role: 'group', ariaLabel: 'Half-lives', tabIndex: 0 },
      { className: ['table-frame'], role: 'group', ariaLabel: 'Table', tabIndex: 0 },
    ]);
  });

  test('images load lazily and keep the size and text that the author gave', async () => {
    const html = await rendered(
      '![A curve](/curve.png)\n\n<p><img src="/x.png" width="640" height="50%" style="border:0"></p>',
    );
    expect(elements(html, 'img').map(({ properties }) => properties)).toEqual([
      { src: '/curve.png', alt: 'A curve', loading: 'lazy', decoding: 'async' },
      { src: '/x.png', width: 640, alt: '', loading: 'lazy', decoding: 'async' },
    ]);
  });

  test.each([
    ['https://a.example/x', 'noopener'],
    ['HTTP://a.example', 'noopener'],
    ['//a.example', 'noopener'],
    ['/blog/x', undefined],
    ['x?y#z', undefined],
    ['#z', undefined],
    ['mailto:a@b.example', undefined],
    ['tel:+61700000000', undefined],
  ])('a link to %s has the relation %s', async (href, relation) => {
    const [link] = elements(
      await rendered(`<p><a href="${href}" rel="opener" target="_blank">x</a></p>`),
      'a',
    );
    expect(link?.properties.rel).toEqual(relation && [relation]);
    expect(link?.properties).not.toHaveProperty('target');
  });
});

describe('text that is written from right to left', () => {
  test('is laid out so, block by block, in Markdown and in HTML', async () => {
    expect(
      await rendered(
        '# مقدمة\n\nIn English\n\nشرح **HER2** هنا\n\n> ציטוט\n\n| a | ב |\n|---|---|\n| c | ד |',
      ),
    ).toMatch(
      /<h2 [^>]*dir="auto">مقدمة.*<p>In English<\/p>\n<p dir="auto">شرح.*<blockquote>\n<p dir="auto">ציטוט.*<th>a<\/th>\n<th dir="auto">ב.*<td>c<\/td>\n<td dir="auto">ד/s,
    );
    expect(
      await rendered(
        '<blockquote>שלום</blockquote><figure><img src="/a.png" alt=""><figcaption>שלום</figcaption></figure><p>Hi</p>',
      ),
    ).toMatch(/<blockquote dir="auto">.*<figcaption dir="auto">.*<p>Hi<\/p>/s);
  });

  test('in a list has every item by its own text, and paragraphs with their marker', async () => {
    expect(await rendered('- واحد\n\n  اثنان\n\n  - nested\n\n- three')).toBe(
      `<ul dir="rtl">
<li dir="auto">
<p>واحد</p>
<p>اثنان</p>
<ul dir="ltr">
<li dir="auto">nested</li>
</ul>
</li>
<li dir="auto">
<p>three</p>
</li>
</ul>`,
    );
  });

  test('has the direction that its author gave it, and costs other texts nothing', async () => {
    expect(await rendered('<div dir="rtl"><p>HER2 عربي</p></div>')).toBe(
      '<div dir="rtl"><p>HER2 عربي</p></div>',
    );
    expect(await rendered('A *β*-lactam, Юрий, 中文')).not.toContain('dir');
  });
});

describe('code', () => {
  test('is coloured by classes alone and reads as it was written', async () => {
    const source = 'const x: number = 1; // <one>\n\nexport default x;\n';
    const html = await rendered(`\`\`\`ts\n${source}\`\`\``);
    const [pre] = elements(html, 'pre');
    expect(pre && textOf(pre)).toBe(source);
    expect(pre?.properties).toEqual({ tabIndex: 0 });
    expect(html).toContain('<span class="tok-keyword">const');
    expect(html).toContain('<span class="tok-comment">// &#x3C;one></span>');
    expect(html).not.toContain('style');
  });

  test.each([
    ['an unknown language', 'no-such-language', 'let a = 1\n'],
    ['a name that every object has', 'constructor', 'let a = 1\n'],
    ['very long code', 'js', 'let a = 1\n'.repeat(5001)],
  ])('stays plain in %s', async (_, language, source) => {
    const html = await rendered(`\`\`\`${language}\n${source}\`\`\``);
    expect(elements(html, 'span')).toEqual([]);
    expect(elements(html, 'pre').map(textOf)).toEqual([source]);
  });

  test('stays plain after a great deal of it, so that no post takes for ever', async () => {
    const block = `\`\`\`diff\n${'+ added\n'.repeat(6000)}\`\`\`\n\n`;
    const blocks = elements(await rendered(block.repeat(5)), 'code');
    expect(blocks.map((code) => code.children.length > 1)).toEqual([true, true, true, true, false]);
  });

  test('stays plain in a very long line', async () => {
    const html = await rendered(`\`\`\`js\nlet a = [${'1, '.repeat(1000)}];\nlet b;\n\`\`\``);
    expect(html.match(/tok-/g)).toHaveLength(1);
  });

  test('in HTML is coloured too', async () => {
    const html = await rendered('<pre><code class="language-python">def f(): pass</code></pre>');
    expect(html).toContain('<span class="tok-keyword">def </span>');
  });
});

describe('an author may use', () => {
  test.each([
    '<figure><img src="/a.png" alt="A"><figcaption>B</figcaption></figure>',
    '<p><abbr title="half maximal inhibitory concentration">IC50</abbr> <dfn>x</dfn> <kbd>Ctrl</kbd> <samp>y</samp> <var>z</var></p>',
    '<p>H<sub>2</sub>O x<sup>2</sup> <mark>m</mark> <del datetime="2026-01-01">d</del> <ins>i</ins> <s>s</s> <u>u</u> <small>t</small></p>',
    '<blockquote cite="https://a.example/"><p><q>x</q> <cite>y</cite></p></blockquote>',
    '<p><time datetime="2026-01-01">1 January</time> <bdi>x</bdi> <span lang="la" dir="ltr">ligare</span></p>',
    '<details open><summary>x</summary><p>y</p></details>',
    '<dl><dt>x</dt><dd>y</dd></dl>',
    '<ol start="3" type="a" reversed><li value="7">x</li></ol>',
    '<p><ruby>x<rp>(</rp><rt>y</rt><rp>)</rp></ruby></p>',
    '<table><caption>c</caption><colgroup><col span="2"></colgroup><thead><tr><th scope="col" colspan="2">x</th></tr></thead><tbody><tr><td rowspan="2">y</td></tr></tbody></table>',
    '<video src="/a.mp4" controls width="320" poster="/a.png"><track src="/a.vtt" kind="captions" srclang="en"></video>',
    '<audio controls><source src="https://a.example/a.ogg" type="audio/ogg"></audio>',
    '<picture><source srcset="/dark.png 1x, /dark@2.png 2x" media="(prefers-color-scheme: dark)"><img src="/light.png" alt=""></picture>',
  ])('%s', (markup) => {
    expect(sanitizeHtml(markup)).toBe(markup);
  });

  test('media that play only when asked to', () => {
    expect(sanitizeHtml('<video src="/a.mp4" autoplay></video>')).toBe(
      '<video src="/a.mp4" controls></video>',
    );
  });
});

describe('sanitizing', () => {
  test('keeps the text of what is not allowed, except of what was never text', () => {
    expect(sanitizeHtml('<form><p>a <button>b</button></p></form><main>c</main>')).toBe(
      '<p>a b</p>c',
    );
    expect(sanitizeHtml('a<style>b</style><script>c</script><svg><text>d</text></svg>e')).toBe(
      'ae',
    );
  });

  test('shows the text of an image that has no address left', () => {
    expect(sanitizeHtml('<p><img src="data:," alt="A curve"></p>')).toBe('<p>A curve</p>');
  });

  test('puts the prefix before names once, and leads links to them', () => {
    const once = '<p id="user-content-x">x</p><a href="#user-content-x">y</a>';
    expect(sanitizeHtml('<p id="x">x</p><a href="#x">y</a>')).toBe(once);
    expect(sanitizeHtml(once)).toBe(once);
    expect(sanitizeHtml('<a href="#">x</a><a href="#top">y</a>')).toBe(
      '<a href="#">x</a><a href="#top">y</a>',
    );
  });

  test('takes apart what cannot stand in itself, and keeps the rest', () => {
    expect(sanitizeHtml('<a href="/1">a<object><a href="/2">b</a></object>c</a>')).toBe(
      '<a href="/1">a</a><a href="/2">b</a>c',
    );
    expect(sanitizeHtml('<p>a<form><p>b</form>c')).toBe('<p>a</p><p>b</p>c');
  });

  test('keeps the form of code that begins with blank lines', () => {
    expect(sanitizeHtml(`<pre>${'\n'.repeat(40)}x\n y</pre>`)).toBe('<pre>x\n y</pre>');
  });

  test('leaves out every input but the boxes of task lists', () => {
    expect(sanitizeHtml('<p>a<input type="text"><input><input type="submit" value="b">c</p>')).toBe(
      '<p>ac</p>',
    );
  });

  test('leaves an id to the first who has it', () => {
    expect(sanitizeHtml('<p id="x">a</p><p id="x">b</p>')).toBe(
      '<p id="user-content-x">a</p><p>b</p>',
    );
  });

  test('writes addresses without a scheme of their own so that they mean the same everywhere', () => {
    expect(sanitizeHtml('<a href="//a.example/x">x</a>')).toBe(
      '<a href="https://a.example/x">x</a>',
    );
    expect(sanitizeHtml('<a href="/\\a.example">x</a>')).toBe('<a href="https://a.example/">x</a>');
  });
});

describe('the text of a body', () => {
  test('is what a reader reads, each block on its own line', async () => {
    const { text, words } = await renderBody(
      '# Title\n\nOne\ntwo &amp; <b>th</b>ree[^1]\n\n- a\n- b\n\n| c | d |\n| - | - |\n\n![not read](/x.png)\n\n[^1]: Note',
    );
    expect(text).toBe('Title\nOne two & three1\na\nb\nc\nd\nFootnotes\nNote');
    expect(words).toBe(10);
  });

  test('counts words, not marks', async () => {
    expect((await renderBody('A – b & 5 nM')).words).toBe(4);
    expect((await renderBody('')).words).toBe(0);
  });
});

describe('no string stops it', () => {
  test.each([
    ['quotations in quotations', '>'.repeat(2_000)],
    ['lists in lists', `${'- '.repeat(2_000)}x`],
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

  test('half a surrogate pair is not passed on to whoever stores or sends it', () => {
    expect(sanitizeHtml('<p title="\uD800">\uDC00</p>')).toBe('<p title="\u{FFFD}">\u{FFFD}</p>');
  });

  test('reading it as the other language is safe as well', async () => {
    expect((await renderBodyAs('html', '# x')).html).toBe('# x');
    expect((await renderBodyAs('markdown', '<p>x</p>')).html).toBe('<p>x</p>');
  });
});

describe('the lines that blocks begin at', () => {
  const linesOf = async (content: string) => (await renderBody(content)).blockLines;

  test('are told for Markdown, raw HTML among it, and HTML, so that an editor can follow', async () => {
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

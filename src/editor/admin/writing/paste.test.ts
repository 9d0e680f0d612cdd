import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { outline } from '../../../../test/body-outline.ts';
import { renderBody, renderBodyAs } from '../../../rendering/body.ts';
import { pictureSource } from './paste.ts';
import { convertHtml } from './paste-converter.ts';
import { createPictureUploads, placeholderFor } from './picture-uploads.ts';
import { isInCode } from './text-edit.ts';

const origin = 'https://site.test';

function converted(html: string) {
  const place = ({ src }: { src: string }) => (src.startsWith('http') ? { src } : null);
  return convertHtml(html, { firstNote: 1, place, origin });
}

const convert = (html: string) => converted(html)?.text ?? null;

const fixture = (name: string) => readFileSync(`test/clipboard/${name}.html`, 'utf8');

/** What programs put on the clipboard, each beside the same document in plain HTML. */
test.each(['google-docs', 'word', 'word-web', 'libreoffice', 'web-page'])(
  'a document pasted from %s is rendered element by element',
  async (name) => {
    const urls: string[] = [];
    const place = ({ src }: { src: string }) => {
      if (src.startsWith('https://example.org')) return { src };
      return { src: `/pasted/${urls.push(src)}` };
    };
    const markdown = convertHtml(fixture(name), { firstNote: 1, place, origin })?.text ?? '';
    const rendered = await renderBody(markdown);
    expect(rendered.format).toBe('markdown');
    expect(outline(rendered.html, true), markdown).toEqual(
      outline(fixture(`${name}.meaning`), true),
    );
  },
);

test.each([
  ['<h2>Title</h2><p>One<br>two</p><p>&nbsp;</p>', '## Title\n\nOne\\\ntwo'],
  ['<p>a <b> bold </b>and <em>em</em><i></i></p>', 'a **bold** and *em*'],
  ['<b style="font-weight:normal"><p>a</p><p>b</p></b>', 'a\n\nb'],
  ['<span style="font-weight:700">a</span> <span style="font-style:italic">b</span>', '**a** *b*'],
  ['<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>', '- a\n  - b\n- c'],
  ['<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
  ['<ol start="3"><li>a<li>b</ol>', '3. a\n4. b'],
  ['<ul><li><input type=checkbox checked> done</ul>', '- [x] done'],
  ['<blockquote><p>a<p>b</blockquote>', '> a\n>\n> b'],
  ['<pre class="x"><code class="language-js">a\n  b</code></pre>', '```js\na\n  b\n```'],
  ['<p>IC<sub>50</sub> <code>a`b</code></p>', 'IC<sub>50</sub> ``a`b``'],
  [
    '<a href="https://a.example/">words</a> <a href="https://b.example/">https://b.example/</a> <a href="javascript:x">c</a>',
    '[words](https://a.example/) <https://b.example/> c',
  ],
  [
    '<img src="https://a.example/b.png" alt="c"><img src="data:image/png;base64,x" alt="d">',
    '![c](https://a.example/b.png)',
  ],
  [
    '<table><tr><th>a<th>b|c</tr><tr><td>1</td><td><p>2</p></td></tr></table>',
    '| a | b\\|c |\n| - | - |\n| 1 | 2 |',
  ],
  ['<meta charset="utf-8"><style>p{}</style><p>a</p><!-- b -->', 'a'],
  [
    '<p># a</p><p>1. b</p><p>- c *d* snake_case [e] &lt;f&gt; &amp;amp;</p>',
    '\\# a\n\n1\\. b\n\n\\- c \\*d\\* snake_case \\[e] \\<f> \\&amp;',
  ],
])('%s is pasted as %j', (html, expected) => {
  expect(convert(html)).toBe(expected);
});

const FORM = 'https://site.test/admin/create-post';
const NOTES =
  '<p>a<a href="#_ftn1" name="_ftnref1">[1]</a></p><div><p><a href="#_ftnref1" name="_ftn1">[1]</a> b</p></div>';

test.each(['', FORM, 'https://site.test/admin/edit-post/x?y=1', 'https://other.test/page'])(
  'footnotes whose links the browser has resolved to %j become footnotes',
  (resolved) => {
    const html = NOTES.replaceAll('href="', `href="${resolved}`);
    expect(convert(html)).toBe('a[^1]\n\n[^1]: b');
  },
);

test.each([
  [`<p>see <a href="${FORM}#part">below</a></p>`, 'see below'],
  [`<p><a href="${FORM}">a</a> <a href="https://site.test/Admin">b</a></p>`, 'a b'],
  ['<p><a href="/admin/people">a</a> <a href="#top">b</a></p>', 'a b'],
  [
    '<p><a href="https://site.test/administration#b">a</a> <a href="https://other.test/admin/#b">c</a></p>',
    '[a](https://site.test/administration#b) [c](https://other.test/admin/#b)',
  ],
  [
    `${NOTES.replace(' b', ' b <a href="https://other.test/#c">c</a>')}`,
    'a[^1]\n\n[^1]: b [c](https://other.test/#c)',
  ],
])('%s pasted links to nothing of the form: %j', (html, expected) => {
  expect(convert(html)).toBe(expected);
});

test('text without formatting is left to be pasted as it is', () => {
  const lines =
    '<div style="white-space:pre"><div><span style="color:red"># a</span></div><br></div>';
  expect(convert(lines)).toBeNull();
  expect(convert('<b style="font-weight:normal">a</b>')).toBe('a');
});

test.each([
  '<a href="https://a.example/?b=1&amp;c=2"><h3>a</h3><p>b</p></a>',
  '<p>R&amp;D &amp;copy; \\&amp; $5, H~2~O, C[C@@H](N)C(=O)O, [@b], [^1]</p>',
  '<table><tr><td>a<ul><li>b</ul><pre>c\n\nd</pre></table>',
  '<ul><li>a<table><tr><td>b</table></ul>',
  '<div dir="rtl"><p>שלום <b>עולם</b></p></div>',
  '<p><i>a <b>b</b> c</i> 10&nbsp;mg, https://b.example/c_d</p>',
])('%s is pasted without losing a word', async (html) => {
  const { text } = await renderBodyAs('html', html);
  expect(await renderBodyAs('markdown', convert(html) ?? '')).toHaveProperty('text', text);
});

test('a script, a handler or a style that is pasted stays behind', () => {
  const html =
    '<p style="color:red" onclick="x()">a<script>b</script><img src="https://c.example/d.png" onerror="x()"> <a href="javascript:x()" onfocus="x()">e</a><iframe srcdoc="f"></iframe></p>';
  expect(convert(html)).toBe('a![](https://c.example/d.png) e');
});

test('nothing pasted is nothing, and a thousand blocks are no burden', () => {
  expect(convert('<meta charset="utf-8"><p>&nbsp;</p>')).toBe('');
  const paragraph =
    '<p>We <b>measured</b> it_ [a] with <i>care</i>, <sub>2</sub> and more of it.</p>';
  const markdown = convert(paragraph.repeat(1000)) ?? '';
  expect(markdown.split('\n\n')).toHaveLength(1000);
});

const KI = 'K_\\mathrm{i}';

const ANNOTATED = `<math><semantics><mrow>Ki</mrow><annotation encoding="application/x-tex">${KI}</annotation></semantics></math>`;
const WIKIPEDIA = `<img class="mwe-math-fallback-image-inline" alt="{\\displaystyle ${KI}}" src="https://a.example/b.svg">`;

/** A formula as each page has it on the clipboard. */
const FORMULAS = {
  'this site': `<span class="tex" data-tex="${KI}"><svg></svg><math><mi>K</mi></math></span>`,
  'a page with annotations': ANNOTATED,
  'MathJax 2': `<span class="MathJax_Preview"></span><span class="MathJax"><nobr>Ki</nobr></span><script type="math/tex">${KI}</script>`,
  WordPress: `<img class="latex" alt="${KI}" src="https://a.example/latex.php">`,
  KaTeX: `<span class="katex"><span class="katex-mathml">${ANNOTATED}</span><span class="katex-html" aria-hidden="true">Ki</span></span>`,
  'MathJax 4': `<mjx-container class="MathJax"><mjx-math>Ki</mjx-math><mjx-assistive-mml><math data-latex="${KI}"><msub><mi>K</mi></msub></math></mjx-assistive-mml></mjx-container>`,
  Wikipedia: `<span class="mwe-math-element"><span style="display:none"><math alttext="{\\displaystyle ${KI}}"><mi>K</mi></math></span>${WIKIPEDIA}</span>`,
  'a part of Wikipedia': WIKIPEDIA,
  'a page with MathML': `<math alttext="${KI}"><mi>K</mi></math>`,
};

test.each(Object.entries(FORMULAS))('a formula of %s is pasted as its TeX', (_, formula) => {
  const expected = { text: `The **$${KI}$** is 5_6 nM.`, isInline: true, notice: '' };
  expect(converted(`<p>The <b>${formula}</b> is 5_6 nM.</p>`)).toEqual(expected);
});

test('a formula on lines of its own stays there, and one without TeX is said, and left to be written', () => {
  const display = '<math display="block" alttext="a \\le b"><mi>a</mi></math>';
  expect(convert(`<p>As ${display} says</p>`)).toBe('As\n\n$$\na \\le b\n$$\n\nsays');
  const unread = converted('<p>is <math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></p>');
  expect(unread?.text).toBe('is TODO: formula');
  expect(unread?.notice).toMatch(/^A formula came without its TeX/);
});

test('a table with two rows of headings keeps both above their columns, and what its cells hold', async () => {
  const markdown = convert(
    `<table><thead><tr><th rowspan=2>Compound</th><th colspan=2>IC50 (nM)</th></tr><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><math alttext="x^2"></math></td><td><img src="https://a.example/b.png" alt="c"></td></tr></tbody></table>`,
  );
  const { html } = await renderBody(markdown ?? '');
  const tags = html.matchAll(/<(t\w+|math|img)(?= |>)[^>]*?((?:row|col)span="\d"|(?=>))/g);
  expect([...tags].map(([, tag = '', span = '']) => tag + span).join(' ')).toBe(
    'table thead tr throwspan="2" thcolspan="2" tr th th tbody tr td td math td img',
  );
});

const PNG = [0x89, 0x50, 0x4e, 0x47];

test('a picture within the HTML is a file', async () => {
  const data = `${Buffer.from([...PNG, ...Buffer.alloc(200)]).toString('base64')}`;
  const inHtml = pictureSource(`data:image/png;base64,${data}`, origin);
  expect(inHtml).toMatchObject({ name: 'pasted.png', type: 'image/png' });
  const bytes = new Uint8Array(await (inHtml as File).arrayBuffer());
  expect([...bytes.slice(0, 4)]).toEqual(PNG);
});

test.each([
  ['https://a.example/b.png', 'https://a.example/b.png'],
  ['//a.example/b.png', 'https://a.example/b.png'],
  [`${origin}/media/a/40x30.png`, '/media/a/40x30.png'],
  [`data:image/png;base64,!${'a'.repeat(300)}`, 'lost'],
  ['https://lh7-rt.googleusercontent.com/docsz/a?key=b', 'lost'],
  ['https://eu-word-view.officeapps.live.com/a', 'lost'],
  ['blob:https://a.example/b', 'lost'],
  ['file:///tmp/a.png', 'lost'],
  ['cid:a', 'lost'],
  ['', null],
  ['data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', null],
])('the picture %s is %j', (src, expected) => {
  const source = pictureSource(src, origin);
  if (expected === 'lost') expect(source).toHaveProperty('lost');
  else expect(source).toBe(expected);
});

test('pictures of the same name have different placeholders, and no file name breaks the markup around it', () => {
  const first = placeholderFor('a.png', '');
  expect(first).toBe('![Uploading a.png…]()');
  expect(placeholderFor('a.png', `x ${first}`)).toBe('![Uploading a.png (2)…]()');
  expect(placeholderFor('a](x) "b"<c>.png', '')).toBe('![Uploading a (x) b c .png…]()');
});

test('pictures that come at once are sent one after another, also after one that fails', async () => {
  const upload = vi.fn(() => new Promise<never>(() => undefined)).mockRejectedValueOnce('lost');
  const { start, reserve } = createPictureUploads(upload, { current: null });
  start(['a', 'b', 'c'].map((name) => reserve({ name, alt: '', source: new File([], name) })));
  await vi.waitFor(() => expect(upload).toHaveBeenCalledTimes(2));
});

test.each([
  ['a\n```js\nb', true],
  ['```\na\n```\n', false],
  ['````\n```\n', true],
  ['- a\n\n  ~~~\n  b', true],
  ['> ```\n> a', true],
  ['a ```b``` c', false],
  ['```a```\n', false],
])('after %j code goes on: %s', (before, expected) => {
  expect(isInCode(before)).toBe(expected);
});

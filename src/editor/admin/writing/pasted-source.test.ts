import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { type BodyFormat, renderBodyAs } from '../../../rendering/body.ts';
import { pastedSource } from './pasted-source.ts';

const reader = unified().use(rehypeParse, { fragment: true }).freeze();
const place = ({ src }: { src: string }) => (src.startsWith('http') ? { src } : null);

function convert(html: string, format: BodyFormat = 'markdown'): string | null {
  const options = { format, firstNote: 1, place, origin: 'https://site.test' };
  return pastedSource(reader.parse(html), options)?.text ?? null;
}

test.each([
  ['<h2>Title</h2><p>One<br>two</p><p>&nbsp;</p>', '## Title\n\nOne\\\ntwo'],
  ['<p>a <b> bold </b>and <em>em</em><i></i></p>', 'a **bold** and _em_'],
  ['<b style="font-weight:normal"><p>a</p><p>b</p></b>', 'a\n\nb'],
  ['<span style="font-weight:700">a</span> <span style="font-style:italic">b</span>', '**a** _b_'],
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
    expect(convert(html, 'html')).not.toContain(resolved || 'name=');
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
  const [original, pasted] = [
    await renderBodyAs('html', html),
    await renderBodyAs('markdown', convert(html) ?? ''),
  ];
  expect(pasted.text).toBe(original.text);
});

test('a script, a handler or a style that is pasted stays behind, in Markdown and in HTML', () => {
  const html =
    '<p style="color:red" onclick="x()">a<script>b</script><img src="https://c.example/d.png" onerror="x()"> <a href="javascript:x()" onfocus="x()">e</a><iframe srcdoc="f"></iframe></p>';
  expect(convert(html)).toBe('a![](https://c.example/d.png) e');
  expect(convert(html, 'html')).toBe('a<img alt="" src="https://c.example/d.png"> e');
});

test('nothing pasted is nothing, and a thousand blocks are no burden', () => {
  expect(convert('<meta charset="utf-8"><p>&nbsp;</p>')).toBe('');
  const paragraph =
    '<p>We <b>measured</b> it_ [a] with <i>care</i>, <sub>2</sub> and more of it.</p>';
  const markdown = convert(paragraph.repeat(1000)) ?? '';
  expect(markdown.split('\n\n')).toHaveLength(1000);
});

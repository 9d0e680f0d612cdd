import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { outline } from '../../../../test/body-outline.ts';
import { readTable } from '../../../../test/read-table.ts';
import type { uploadMedia } from '../../../media/admin/upload-media.ts';
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

const fixture = (name: string) => readFileSync(`test/clipboard/${name}`, 'utf8');

/** What programs put on the clipboard, each beside the same document in plain HTML. */
test.each(['google-docs', 'word', 'word-web', 'libreoffice', 'web-page'])(
  'a document pasted from %s is rendered element by element',
  async (name) => {
    const urls: string[] = [];
    const place = ({ src }: { src: string }) => {
      if (src.startsWith('https://example.org')) return { src };
      return { src: `/pasted/${urls.push(src)}` };
    };
    const markdown =
      convertHtml(fixture(`${name}.txt`), { firstNote: 1, place, origin })?.text ?? '';
    const rendered = await renderBody(markdown);
    expect(rendered.format).toBe('markdown');
    expect(outline(rendered.html, true), markdown).toEqual(
      outline(fixture(`${name}.meaning.txt`), true),
    );
  },
);

test.each(readTable(new URL('pasted.tsv', import.meta.url)))(
  '%s is pasted as %j',
  (html, expected) => {
    expect(convert(html)).toBe(expected);
  },
);

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

test.each(readTable(new URL('pasted-words.tsv', import.meta.url)).flat())(
  '%s is pasted without losing a word',
  async (html) => {
    const [original, pasted] = [
      await renderBodyAs('html', html),
      await renderBodyAs('markdown', convert(html) ?? ''),
    ];
    expect(pasted.text).toBe(original.text);
  },
);

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
  ...readTable(new URL('pasted-pictures.tsv', import.meta.url)),
  [`${origin}/media/a/40x30.png`, '/media/a/40x30.png'],
  [`data:image/png;base64,!${'a'.repeat(300)}`, 'lost'],
])('the picture %s is %j', (src, expected) => {
  const source = pictureSource(src, origin);
  if (expected === 'lost') expect(source).toHaveProperty('lost');
  else expect(source).toBe(expected === 'null' ? null : expected);
});

test('pictures of the same name have different placeholders, and no file name breaks the markup around it', () => {
  const first = placeholderFor('a.png', '');
  expect(first).toBe('![Uploading a.png…]()');
  expect(placeholderFor('a.png', `x ${first}`)).toBe('![Uploading a.png (2)…]()');
  expect(placeholderFor('a](x) "b"<c>.png', '')).toBe('![Uploading a (x) b c .png…]()');
});

test('pictures that come at once are sent one after another, also after one that fails', async () => {
  const lost = { ok: false, failure: { kind: 'network' } } as const;
  const upload = vi.fn((): ReturnType<typeof uploadMedia> => new Promise(() => undefined));
  upload.mockResolvedValueOnce(lost);
  const { start, reserve } = createPictureUploads(upload, { current: null });
  start(['a', 'b', 'c'].map((name) => reserve({ name, alt: '', source: new File([], name) })));
  await vi.waitFor(() => expect(upload).toHaveBeenCalledTimes(2));
});

test.each(readTable(new URL('code-before.tsv', import.meta.url)))(
  'after %j code goes on: %s',
  (before, expected) => {
    expect(`${isInCode(before)}`).toBe(expected);
  },
);

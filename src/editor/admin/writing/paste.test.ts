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

test('text without formatting is left to be pasted as it is', () => {
  const lines =
    '<div style="white-space:pre"><div><span style="color:red"># a</span></div><br></div>';
  expect(convert(lines)).toBeNull();
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

test('a thousand pasted blocks are no burden', () => {
  const paragraph =
    '<p>We <b>measured</b> it_ [a] with <i>care</i>, <sub>2</sub> and more of it.</p>';
  const markdown = convert(paragraph.repeat(1000)) ?? '';
  expect(markdown.split('\n\n')).toHaveLength(1000);
});

test.each(readTable(new URL('pasted-formulas.tsv', import.meta.url)))(
  'a formula of %s is pasted as its TeX',
  (_, formula) => {
    const expected = { text: 'The **$K_\\mathrm{i}$** is 5_6 nM.', isInline: true, notice: '' };
    expect(converted(`<p>The <b>${formula}</b> is 5_6 nM.</p>`)).toEqual(expected);
  },
);

test('a formula that is pasted without its TeX is told', () => {
  expect(converted('<p>is <math><mi>a</mi></math></p>')?.notice).toMatch(/^A formula came without/);
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

test.each(readTable(new URL('pasted-pictures.tsv', import.meta.url)))(
  'the picture %s is %j',
  (src = '', expected = '') => {
    const source = pictureSource(src, origin);
    const isLost = source !== null && typeof source === 'object' && 'lost' in source;
    expect(isLost ? 'lost' : `${source}`).toBe(expected);
  },
);

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

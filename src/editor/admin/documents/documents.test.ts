import { readFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { outline } from '../../../../test/body-outline.ts';
import { readTable } from '../../../../test/read-table.ts';
import { renderBody, renderBodyAs } from '../../../rendering/body.ts';
import { convertHtml } from '../writing/paste-converter.ts';
import { documentText, type ReadDocument, UnreadableDocumentError } from './document-text.ts';
import { readMarkdownFile } from './markdown-file.ts';
import { readDocx } from './read-docx.ts';

/** Each stands in `test/documents` beside what pandoc makes of it, by the command in its README. */
const DOCUMENTS = [
  'pandoc-article.docx',
  'pandoc-science.docx',
  'word-report.docx',
  'word-equations.docx',
  'google-docs.docx',
  'libreoffice-article.docx',
  'libreoffice-formulas.docx',
];

const fixture = (name: string) => readFileSync(`test/documents/${name}`);

const opened = (read: ReadDocument) =>
  documentText(read, {
    convert: convertHtml,
    firstNote: 1,
    place: ({ name }, write) => write(`/${name.replace(/^(picture-\d+)\..*/, '$1')}`),
  });

async function open(name: string) {
  const read = await readDocx(fixture(name));
  const { title, markdown } = opened(read);
  return { title, markdown, heading: read.title === '' ? `# ${title}\n\n` : '' };
}

/** What pandoc writes, in the form of a post in HTML. */
function asPost(html: string): string {
  let pictures = 1;
  const science = (tex: string) => `<code data-science="math">${tex}</code>`;
  return (
    html
      .replace(
        /<p><span class="math display">\\\[(.*?)\\\]<\/span><\/p>/gs,
        (_, tex) => `<pre>${science(tex)}</pre>`,
      )
      .replace(/<span class="math inline">\\\((.*?)\\\)<\/span>/gs, (_, tex) => science(tex))
      .replace(/(<img [^>]*?src=")[^"]*/g, (_, start) => `${start}/picture-${pictures++}`)
      .replace(/<a href="#fn(\d+)"[^>]*>.*?<\/a>/gs, '<sup><a href="#fn-$1">$1</a></sup>')
      .replace(/<section class="footnotes[^>]*>\s*<hr \/>/, '<section data-footnotes>')
      .replace(
        /<section (?:id|class="cell)[^>]*>|<a href="#fnref[^>]*>.*?<\/a>|<\/?u>|<style[\s\S]*?<\/style>/g,
        '',
      )
      // LibreOffice numbers each item by itself: one list to its readers.
      .replace(/<\/ul>\s*<ul>/g, '')
      // The manner of a writer: items as paragraphs, quotations by an indent, bold headers.
      .replace(/<li>(?:<blockquote>\s*)?<p>(.*?)<\/p>(?:\s*<\/blockquote>)?/gs, '<li>$1')
      .replace(/<th><strong>(.*?)<\/strong><\/th>/g, '<th>$1</th>')
      // Markdown has no headers of rows.
      .replace(/<tbody>[\s\S]*?<\/tbody>/g, (body) => body.replace(/(<\/?)th\b/g, '$1td'))
  );
}

/** The elements of a post, without the numbers and wrappers that the site adds to figures, notes and formulas. */
function compared(html: string): string[] {
  return outline(
    html
      .replace(/<svg aria-hidden[\s\S]*?(?=<math)| data-tex="[^"]*"|<\/?mrow>/g, '')
      .replace(/<mspace[^>]*>(?:<\/mspace>)?|<(m[ot]\w*)[^>]*>\s*<\/\1>|[\u2061\u2062]/g, '')
      .replace(/<h\d[^>]*>Footnotes<\/h\d>|#user-content-(?=fn)/g, (tag) =>
        tag.startsWith('#') ? '#' : '',
      )
      .replace(
        /<figure[^>]*>(.*?)<figcaption[^>]*>(?:<span[^>]*>Figure \d+\.<\/span>)?(.*?)<\/figcaption><\/figure>/gs,
        '<p>$1</p><p>$2</p>',
      ),
  ).filter((line) => !/^\s*(?:colgroup|col)$/.test(line));
}

test.each(DOCUMENTS)('%s is the same in a post as pandoc reads it', async (name) => {
  const { heading, title, markdown } = await open(name);
  const expected = fixture(name.replace(/\.\w+$/, '.pandoc.txt')).toString();
  const post = await renderBody(heading + markdown);
  // A power of the brackets, and of the last of them.
  const grouped = expected.replaceAll('\\lbrack L\\rbrack^', '{[L]}^');
  const pandoc = await renderBodyAs('html', asPost(grouped));
  expect(post.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(title).not.toBe('');
  expect(compared(post.html), markdown).toEqual(compared(pandoc.html));
});

test('what a post cannot hold is left out, and the text around it stays', async () => {
  const { markdown } = await open('word-losses.docx');
  expect(markdown).toMatch(/^A structure: +and its end\.$/m);
  expect(markdown).toContain('Kept from a text box.');
  expect(markdown).not.toMatch(/[\u{E000}\u{E001}]|forty|\.{4}|document-picture|\.emf/iu);
});

const ZIP = fixture('word-report.docx');
const bytes = (text: string) => new TextEncoder().encode(text);
const withBody = (xml: string) => zipSync({ 'word/document.xml': bytes(xml) });
const body = (content: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${content}</w:body></w:document>`;

const text = (content: string) => `<w:r><w:t xml:space="preserve">${content}</w:t></w:r>`;
const paragraph = (content: string, style = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${content}</w:p>`;
const field = (instruction: string, runs: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${runs}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

/** With the styles and the picture of the report. */
async function openBody(content: string) {
  const file = { ...unzipSync(ZIP), 'word/document.xml': bytes(body(content)) };
  return opened(await readDocx(zipSync(file)));
}

test('citations of reference managers stay as text', async () => {
  const { markdown } = await openBody(
    [
      `<w:sdt><w:sdtPr><w:tag w:val="MENDELEY_CITATION_v3_e30="/></w:sdtPr><w:sdtContent>${text('(Brandt 2021)')}</w:sdtContent></w:sdt>`,
      field('ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems":[{}]}', text('(Okafor 2019)')),
      field('ADDIN EN.CITE', field('ADDIN EN.CITE.DATA', '') + text('(Adams 1979)')),
    ]
      .map((content) => paragraph(content))
      .join(''),
  );
  expect(markdown).toBe('(Brandt 2021)\n\n(Okafor 2019)\n\n(Adams 1979)');
});

test('a caption keeps its formula, its letters and its quotation marks, and a title has no marks', async () => {
  const math =
    '<m:oMath xmlns:m="m"><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>';
  const drawing =
    '<w:r><w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><wp:inline><wp:docPr descr="Rows of wells"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rIdP"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
  const sub = '<w:r><w:rPr><w:vertAlign w:val="subscript"/></w:rPr><w:t>50</w:t></w:r>';
  const { title, markdown } = await openBody(
    paragraph(`${text('Title')}<w:r><w:commentReference w:id="1"/></w:r>`, 'Titel') +
      paragraph(drawing) +
      paragraph(`${text('Figure 1. The "old" IC')}${sub}${text(' is ')}${math}`, 'Beschriftung'),
  );
  expect(title).toBe('Title');
  expect(markdown).toBe(
    '![The "old" IC<sub>50</sub> is $\\frac{a}{b}$](/picture-1){#fig-1 fig-alt="Rows of wells"}',
  );
});

test.each([
  ['text', bytes('no document')],
  ['a ZIP file without a text', zipSync({ 'a.txt': new Uint8Array(1) })],
  ['an incomplete file', ZIP.subarray(0, ZIP.length / 2)],
  [
    'a text of 200 MB in a small file',
    zipSync({ 'word/document.xml': new Uint8Array(200 * 2 ** 20) }),
  ],
])('%s is refused with a reason', async (_, file) => {
  await expect(readDocx(file)).rejects.toThrow(UnreadableDocumentError);
});

test.each([
  ['XML that is not well-formed', body('<w:p>')],
  ['an entity', `<!DOCTYPE a [<!ENTITY e "eee">]>${body('<w:p><w:r><w:t>&e;</w:t></w:r></w:p>')}`],
  [
    'elements nested a hundred thousand deep',
    body('<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000)),
  ],
])('%s ends the reading, and nothing else', async (_, xml) => {
  await expect(readDocx(withBody(xml))).rejects.toThrow();
});

test('a document may say that it is smaller than it is: it is cut there', async () => {
  const bomb = Buffer.from(withBody(body(`<w:p>${' '.repeat(5_000_000)}</w:p>`)));
  // The unpacked size in the central directory.
  const entry = bomb.lastIndexOf(Buffer.from('PK\x01\x02'));
  bomb.writeUInt32LE(100, entry + 24);
  await expect(readDocx(bomb)).rejects.toThrow();
});

function openMarkdown(file: string, ...pictures: string[]) {
  const beside = pictures.map((name) => new File([], name, { type: 'image/png' }));
  const read = readMarkdownFile(file, beside);
  return { ...read, ...opened(read) };
}

test('front matter of Quarto fills the form, and what has no field is left out', () => {
  const file = `---
title: "Reading curves"
subtitle: From points to numbers
author:
  - name: Ada Okafor
  - Jo Brandt
categories: [assays, statistics]
format: html
---

Text [@okafor2019].
`;
  expect(openMarkdown(file)).toMatchObject({
    title: 'Reading curves',
    description: 'From points to numbers',
    author: 'Ada Okafor, Jo Brandt',
    tags: ['assays', 'statistics'],
    markdown: 'Text [@okafor2019].',
  });
});

test.each(readTable(new URL('markdown-files.tsv', import.meta.url)))(
  'the title %j and the text %j are those of %j',
  (title, markdown, file = '') => {
    expect(openMarkdown(file)).toMatchObject({ title, markdown });
  },
);

test.each(readTable(new URL('picture-names.tsv', import.meta.url)))(
  'the picture of %j is found in %s, which was opened with it',
  (markdown, name) => {
    expect(openMarkdown(markdown, name).markdown).toContain(`/${name}`);
  },
);

test.each(readTable(new URL('not-pictures.tsv', import.meta.url)).flat())(
  '%j stays as it is, whatever was opened with it',
  (markdown) => {
    expect(openMarkdown(markdown, 'plot.png').markdown).toBe(markdown);
  },
);

test('what Word encloses in fields and directions is kept, links lead where they did, and hidden text goes', async () => {
  const { markdown } = await openBody(
    [
      `${text('See ')}<w:fldSimple w:instr=" REF a ">${text('Figure 2')}</w:fldSimple>`,
      `<w:dir w:val="rtl">${text('one')}</w:dir><w:bdo w:val="rtl">${text(' two')}</w:bdo>`,
      field(' HYPERLINK "https://a.example/" \\t "_blank" \\o "A tip" ', text('a')),
      field(' HYPERLINK "https://a.example/b" \\l "c" ', text('b')),
      `${text('shown')}<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t> too</w:t></w:r>`,
    ]
      .map((content) => paragraph(content))
      .join(''),
  );
  expect(markdown.split('\n\n')).toEqual([
    'See Figure 2',
    'one two',
    '[a](https://a.example/)',
    '[b](https://a.example/b#c)',
    'shown too',
  ]);
});

test('a hostile text without pictures is opened at once', () => {
  expect(openMarkdown('!['.repeat(100_000)).markdown).toHaveLength(200_000);
});

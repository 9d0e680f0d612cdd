import { unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';
import { textOfHtml } from '../../../text/read-tags.ts';
import { inBraces } from '../inserting/block-syntax.ts';
import { DocumentParts, MARK, type ReadDocument, UnreadableDocumentError } from './document.ts';
import { replaceFormulas } from './docx-formulas.ts';
import {
  allIn,
  element,
  isElement,
  parseXml,
  valOf,
  writeXml,
  type XmlElement,
  xmlText,
} from './xml-tree.ts';

/** What browsers show: Word also has drawings of Windows and scans. */
const SHOWN = /^image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)$/;

/** Bytes of a document's files when they are unpacked. */
const MAX_UNPACKED = 120 * 2 ** 20;

const NOT_WORD =
  'This is not a Word document that can be read. Save it in Word as “Word Document (.docx)”, without a password.';

const NUMBERING = 'word/numbering.xml';
const BODY = 'word/document.xml';
const TEXTS = [BODY, 'word/footnotes.xml', 'word/endnotes.xml'];

/** The styles of Word, LibreOffice and pandoc that mean something, beside those that the library knows. */
const paragraph = (name: string) => `p[style-name='${name}']`;
const run = (name: string) => `r[style-name='${name}']`;

const STYLES = Object.entries({
  'p.field-title': ['Title'].map(paragraph),
  'p.field-description': ['Subtitle', 'Abstract'].map(paragraph),
  'p.caption': ['caption', 'Caption', 'Image Caption', 'Figure'].map(paragraph),
  'p.field-author': ['Author'].map(paragraph),
  'blockquote > p': ['Quote', 'Intense Quote', 'Block Text', 'Quotations'].map(paragraph),
  "pre:separator('\\n')": ['Source Code', 'Preformatted Text', 'HTML Preformatted'].map(paragraph),
  code: ['Verbatim Char', 'Source Text', 'HTML Code'].map(run),
  em: ['Emphasis', 'Intense Emphasis', 'Subtle Emphasis'].map(run),
  u: ['u'],
  mark: ['highlight'],
}).flatMap(([to, all]) =>
  all.map((from) => `${from} => ${to}${/p$|^p\./.test(to) ? ':fresh' : ''}`),
);

/** Reads a Word document into HTML without styles. Its formulas, which the library does not read, are marks. */
export async function readDocx(file: Uint8Array): Promise<ReadDocument> {
  const files = unpack(file);
  const parts = new DocumentParts();
  for (const path of TEXTS) {
    const root = xmlOf(files, path);
    if (root === undefined) continue;
    replaceFormulas(root, parts);
    removeContents(root);
    files[path] = new TextEncoder().encode(writeXml(root));
  }
  const numbering = xmlOf(files, NUMBERING);
  if (numbering !== undefined) {
    applyOverrides(numbering);
    files[NUMBERING] = new TextEncoder().encode(writeXml(numbering));
  }
  const { buffer } = zipSync(files, { level: 0 });
  const convertImage = mammoth.images.imgElement(async (image) => ({
    src: SHOWN.test(image.contentType)
      ? parts.unnamed(image.contentType, new Uint8Array(await image.readAsArrayBuffer()))
      : '',
  }));
  const { value } = await mammoth.convertToHtml({ arrayBuffer: buffer, buffer } as MammothInput, {
    styleMap: STYLES,
    includeEmbeddedStyleMap: false,
    convertImage,
  });
  const { marks, pictures } = parts;
  return {
    ...takeFields(withFigures(value.replace(/<img [^>]*src=""[^>]*>/g, ''), parts), marks),
    tags: [],
    marks,
    pictures,
    works: [],
  };
}

/** Browsers and Node.js name it differently. */
type MammothInput = { arrayBuffer: ArrayBuffer };

type Files = Record<string, Uint8Array>;

/** Unpacks no more than a file says of itself. */
function unpack(file: Uint8Array): Files {
  let total = 0;
  try {
    const files = unzipSync(file, {
      filter: ({ originalSize }) => {
        total += originalSize;
        return total <= MAX_UNPACKED;
      },
    });
    if (total <= MAX_UNPACKED && files[BODY] !== undefined) return files;
  } catch {
    // It throws errors of several kinds for what is not a ZIP file.
  }
  throw new UnreadableDocumentError(
    total > MAX_UNPACKED
      ? `It is more than ${Math.floor(MAX_UNPACKED / 1e6)} MB when unpacked. Make its pictures smaller.`
      : NOT_WORD,
  );
}

function xmlOf(files: Files, path: string): XmlElement | undefined {
  const file = files[path];
  return file && parseXml(new TextDecoder().decode(file));
}

/** Gives lists whose levels are others than those of their kind a kind of their own: the library reads only kinds. */
function applyOverrides(numbering: XmlElement): void {
  for (const list of allIn(numbering, 'w:num')) {
    const levels = allIn(list, 'w:lvl');
    const kind = valOf(list, 'w:abstractNumId');
    const levelsOfKind = allIn(numbering, 'w:abstractNum')
      .filter(({ attributes }) => attributes['w:abstractNumId'] === kind)
      .flatMap((each) => allIn(each, 'w:lvl'));
    if (levels.length === 0) continue;
    const own = { 'w:abstractNumId': `of-${list.attributes['w:numId']}` };
    numbering.children.unshift(element('w:abstractNum', [...levelsOfKind, ...levels], own));
    list.children = [element('w:abstractNumId', [], { 'w:val': own['w:abstractNumId'] })];
  }
}

/** Takes paragraphs that are fields of a post off the start of a text. */
function takeFields(html: string, marks: readonly string[]) {
  const fields = { title: '', description: '', author: '' };
  const filled = (mark: string, index: number) => marks[index] ?? mark;
  const text = html.replace(/^(?:<p class="field-\w+">.*?<\/p>)+/s, (start) => {
    for (const [, name, content = ''] of start.matchAll(/<p class="field-(\w+)">(.*?)<\/p>/gs)) {
      const field = name as keyof typeof fields;
      fields[field] = [fields[field], textOfHtml(content).replace(MARK, filled).trim()]
        .filter(Boolean)
        .join(field === 'author' ? ', ' : ' ');
    }
    return '';
  });
  return { ...fields, text: { html: text } };
}

const FIGURE = /<p><img alt="([^"]*)" src="([^"]*)" \/><\/p><p class="caption">(.*?)<\/p>/gs;

/** Writes pictures with their captions as posts do: the caption in brackets, then a label and the alternative text. */
function withFigures(html: string, parts: DocumentParts): string {
  let count = 0;
  return html.replace(FIGURE, (_, alt: string, source: string, captioned: string) => {
    const caption = captioned.replace(/^((?:<[^>]*>)*)Fig(?:ure|\.)? *\d+ *[.:]? */i, '$1');
    count += 1;
    const other = alt === caption ? '' : textOfHtml(alt).trim();
    const braces = inBraces(`#fig-${count}`, { 'fig-alt': other }).trim();
    return `<p>${parts.mark('![')}${caption}${parts.mark(`](${source})${braces}`)}</p>`;
  });
}

/** A field between its begin and its end: an instruction, then what Word shows. */
type Field = { instruction: string; runs: XmlElement[] };

/** Takes out tables of contents: a post with four headings has one by itself. */
function removeContents(root: XmlElement): void {
  const open: Field[] = [];

  function read(part: XmlElement, run: XmlElement): void {
    const kind = part.attributes['w:fldCharType'];
    if (kind === 'begin') open.push({ instruction: '', runs: [run] });
    const field = kind === 'end' ? open.pop() : open.at(-1);
    if (field === undefined) return;
    if (part.name === 'w:instrText') field.instruction += xmlText(part);
    if (kind === 'end' && /^\s*TOC\b/.test(field.instruction)) {
      for (const shown of field.runs) shown.children = [];
    }
  }

  for (const run of runsOf(root)) {
    for (const field of open) field.runs.push(run);
    for (const part of run.children.filter(isElement)) read(part, run);
  }
}

/** The runs of a text in order, also those of links and tracked insertions. */
function runsOf(parent: XmlElement): XmlElement[] {
  return parent.children
    .filter(isElement)
    .flatMap((child) => (child.name === 'w:r' ? [child] : runsOf(child)));
}

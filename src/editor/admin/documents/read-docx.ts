import { unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';
import { escapeHtml, textOfHtml } from '../../../server/html/read-tags.ts';
import { inBraces } from '../inserting/forms.ts';
import { type ReadDocument, UnreadableDocumentError } from './document-text.ts';
import { texOf, UnknownMathError } from './office-math.ts';
import {
  allIn,
  childrenOf,
  element,
  isOn,
  parseXml,
  valOf,
  writeXml,
  type XmlElement,
  type XmlNode,
  xmlText,
} from './xml-tree.ts';

/** What browsers show: Word also has drawings of Windows and scans. */
const SHOWN = /^image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)$/;

/** Bytes of a document's files when they are unpacked. */
const MAX_UNPACKED = 120 * 2 ** 20;

const NOT_WORD =
  'This is not a Word document that can be read. Save it in Word as “Word Document (.docx)”, without a password.';

const BODY = 'word/document.xml';
const NUMBERING = 'word/numbering.xml';
const TEXTS = [BODY, 'word/footnotes.xml', 'word/endnotes.xml'];

/** The styles of Word, LibreOffice and pandoc that mean something, beside those that the library knows. */
const STYLES = Object.entries({
  'p.field-title:fresh': 'p Title',
  'p.field-description:fresh': 'p Subtitle|p Abstract',
  'p.field-author:fresh': 'p Author',
  'p.caption:fresh': 'p caption|p Caption|p Image Caption|p Figure',
  'blockquote > p:fresh': 'p Quote|p Intense Quote|p Block Text|p Quotations',
  "pre:separator('\\n')": 'p Source Code|p Preformatted Text|p HTML Preformatted',
  code: 'r Verbatim Char|r Source Text|r HTML Code',
  em: 'r Emphasis|r Intense Emphasis|r Subtle Emphasis',
  // A post with four headings has a table of contents by itself.
  '!': 'p TOC 1|p TOC 2|p TOC 3|p TOC 4|p TOC Heading',
}).flatMap(([to, styles]) =>
  styles.split('|').map((style) => `${style.replace(/ (.+)/, "[style-name='$1']")} => ${to}`),
);

/** Stands for a formula in the text, by its index. Private-use characters pass through the library like a word. */
const MARK = /\u{E000}(\d+)\u{E001}/gu;

/** Reads a Word document into HTML without styles. */
export async function readDocx(file: Uint8Array): Promise<ReadDocument> {
  const files = unpack(file);
  const formulas: string[] = [];
  const pictures: File[] = [];
  for (const path of TEXTS) {
    const source = files[path];
    if (source === undefined) continue;
    const root = parseFile(source);
    prepare(root, formulas);
    files[path] = writeFile(root);
  }
  const numbering = files[NUMBERING];
  if (numbering !== undefined) files[NUMBERING] = applyOverrides(numbering);
  const { buffer } = zipSync(files, { level: 0 });
  const convertImage = mammoth.images.imgElement(
    async ({ contentType: type, readAsArrayBuffer }) => {
      if (!SHOWN.test(type)) return { src: '' };
      const bytes = await readAsArrayBuffer();
      const name = `picture-${pictures.length + 1}.${type.replace(/^image\/|\+xml$/g, '')}`;
      pictures.push(new File([bytes], name, { type }));
      return { src: name };
    },
  );
  // Browsers and Node.js name the input differently.
  const input = { arrayBuffer: buffer, buffer } as { arrayBuffer: ArrayBuffer };
  const options = { styleMap: STYLES, includeEmbeddedStyleMap: false, convertImage };
  const { value } = await mammoth.convertToHtml(input, options);
  const fields = takeFields(value.replace(/<img [^>]*src=""[^>]*>/g, ''), formulas);
  const html = withFigures(fields.html).replace(MARK, (_, index) => asMath(formulas[index] ?? ''));
  return { ...fields, tags: [], text: { html }, pictures };
}

function asMath(formula: string): string {
  const [, dollars = '', tex = ''] = /^(\$+)(.*?)\$+$/s.exec(formula) ?? [];
  const display = dollars === '$$' ? ' display="block"' : '';
  return `<math${display} alttext="${escapeHtml(tex)}"></math>`;
}

const parseFile = (file: Uint8Array) => parseXml(new TextDecoder().decode(file));
const writeFile = (root: XmlElement) => new TextEncoder().encode(writeXml(root));

/** Gives lists whose levels are others than those of their kind a kind of their own: the library reads only kinds. */
function applyOverrides(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const numbering = parseFile(file);
  for (const list of allIn(numbering, 'w:num')) {
    const levels = allIn(list, 'w:lvl');
    const kind = valOf(list, 'w:abstractNumId');
    const ofKind = allIn(numbering, 'w:abstractNum')
      .filter(({ attributes }) => attributes['w:abstractNumId'] === kind)
      .flatMap((each) => allIn(each, 'w:lvl'));
    if (levels.length === 0) continue;
    const id = `of-${list.attributes['w:numId']}`;
    numbering.children.unshift(
      element('w:abstractNum', [...ofKind, ...levels], { 'w:abstractNumId': id }),
    );
    list.children = [element('w:abstractNumId', [], { 'w:val': id })];
  }
  return writeFile(numbering);
}

/** Unpacks no more than a file says of itself. */
function unpack(file: Uint8Array): Record<string, Uint8Array> {
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

/** Replaces what the library leaves out with the text in it: formulas, fields, directions. Hidden text goes. */
function prepare(parent: XmlElement, formulas: string[]): void {
  // The library reads what is written for programs that do not know a drawing.
  const [fallback] = childrenOf(parent, 'mc:Fallback');
  if (fallback !== undefined) parent.children = [fallback];
  parent.children = parent.children.flatMap((child) =>
    typeof child === 'string' ? [child] : prepared(child, formulas),
  );
}

function prepared(child: XmlElement, formulas: string[]): XmlNode[] {
  const { name } = child;
  if (name === 'm:oMath') return [formula(child, '$', formulas)];
  if (name === 'm:oMathPara') {
    return allIn(child, 'm:oMath').map((math) => formula(math, '$$', formulas));
  }
  if (name === 'w:r' && isOn(childrenOf(child, 'w:rPr')[0], 'w:vanish')) return [];
  if (name === 'w:instrText') return [{ ...child, children: [plainLink(xmlText(child))] }];
  prepare(child, formulas);
  return /^w:(?:fldSimple|dir|bdo)$/.test(name) ? child.children : [child];
}

/** The library takes switches behind the URL of a link for a part of it. */
function plainLink(instruction: string): string {
  return instruction.replace(
    /^(\s*HYPERLINK\s+"[^"]*)"(?:.*\\l\s+"([^"]*)")?.*/s,
    (_, url, place) => `${url}${place ? `#${place}` : ''}"`,
  );
}

/** A formula is its letters where it has a form that TeX has not. */
function formula(math: XmlElement, dollars: string, formulas: string[]): XmlElement {
  let text = xmlText(math);
  try {
    text = `\u{E000}${formulas.push(dollars + texOf(math) + dollars) - 1}\u{E001}`;
  } catch (error) {
    if (!(error instanceof UnknownMathError)) throw error;
  }
  return element('w:r', [element('w:t', [text])]);
}

/** Takes paragraphs that are fields of a post off the start of a text. */
function takeFields(html: string, formulas: readonly string[]) {
  const fields = { title: '', description: '', author: '' };
  const rest = html.replace(/^(?:<p class="field-\w+">.*?<\/p>)+/s, (start) => {
    for (const [, name, content = ''] of start.matchAll(/<p class="field-(\w+)">(.*?)<\/p>/gs)) {
      const field = name as keyof typeof fields;
      const text = textOfHtml(content).replace(MARK, (mark, index) => formulas[index] ?? mark);
      fields[field] = [fields[field], text.trim()]
        .filter(Boolean)
        .join(field === 'author' ? ', ' : ' ');
    }
    return '';
  });
  return { ...fields, html: rest };
}

const FIGURE = /<p><img alt="([^"]*)" src="([^"]*)" \/><\/p><p class="caption">(.*?)<\/p>/gs;

/** Writes pictures with their captions as posts do: the caption in brackets, then a label and the alternative text. */
function withFigures(html: string): string {
  const source = (text: string) => `<x-source source="${escapeHtml(text)}"></x-source>`;
  let count = 0;
  return html.replace(FIGURE, (_, alt: string, picture: string, captioned: string) => {
    const caption = captioned.replace(/^((?:<[^>]*>)*)Fig(?:ure|\.)? *\d+ *[.:]? */i, '$1');
    count += 1;
    const other = alt === caption ? '' : textOfHtml(alt).trim();
    const braces = inBraces(`fig-${count}`, { 'fig-alt': other }).trim();
    return `<p>${source('![')}${caption}${source(`](${picture})${braces}`)}</p>`;
  });
}

import { type Document, type Element, XMLSerializer } from '@xmldom/xmldom';
import { unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';
import { escapeHtml, textOfHtml } from '../../../server/html/read-tags.ts';
import { inBraces } from '../inserting/forms.ts';
import { type ReadDocument, UnreadableDocumentError } from './document-text.ts';
import { allIn, childrenOf, isOn, parseXml, texOf, UnknownMathError } from './office-math.ts';

/** What browsers show: Word also has drawings of Windows and scans. */
const SHOWN = /^image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)$/;

/** Bytes of a document's files when they are unpacked. */
const MAX_UNPACKED = 120 * 2 ** 20;

const NOT_WORD =
  'This is not a Word document that can be read. Save it in Word as “Word Document (.docx)”, without a password.';

const BODY = 'word/document.xml';
const NUMBERING = 'word/numbering.xml';
const TEXTS = [BODY, 'word/footnotes.xml', 'word/endnotes.xml'];

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

/** Private-use characters pass through the library like a word. */
const MARK = /\u{E000}(\d+)\u{E001}/gu;

export async function readDocx(file: Uint8Array): Promise<ReadDocument> {
  const files = unpack(file);
  const formulas: string[] = [];
  const pictures: File[] = [];
  for (const path of TEXTS) {
    change(files, path, (xml) => prepare(xml, formulas));
  }
  change(files, NUMBERING, applyOverrides);
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

function change(files: Record<string, Uint8Array>, path: string, make: (xml: Document) => void) {
  const file = files[path];
  if (file === undefined) return;
  const xml = parseXml(new TextDecoder().decode(file));
  make(xml);
  files[path] = new TextEncoder().encode(new XMLSerializer().serializeToString(xml));
}

/** Gives lists whose levels are others than those of their kind a kind of their own: the library reads only kinds. */
function applyOverrides(numbering: Document): void {
  for (const list of allIn(numbering, 'w:num')) {
    const levels = allIn(list, 'w:lvl');
    const [link] = childrenOf(list, 'w:abstractNumId');
    const kind = allIn(numbering, 'w:abstractNum').find(
      (each) => each.getAttribute('w:abstractNumId') === link?.getAttribute('w:val'),
    );
    if (levels.length === 0 || kind === undefined) continue;
    const own = kind.cloneNode(true) as Element;
    const id = `of-${list.getAttribute('w:numId')}`;
    own.setAttribute('w:abstractNumId', id);
    for (const level of levels) own.appendChild(level);
    link?.setAttribute('w:val', id);
    kind.parentNode?.insertBefore(own, kind);
  }
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
function prepare(xml: Document, formulas: string[]): void {
  for (const run of allIn(xml, 'w:r')) {
    if (isOn(childrenOf(run, 'w:rPr')[0], 'w:vanish')) replaceBy(run, []);
  }
  for (const display of allIn(xml, 'm:oMathPara')) {
    replaceBy(
      display,
      allIn(display, 'm:oMath').map((math) => formula(math, '$$', formulas)),
    );
  }
  for (const math of allIn(xml, 'm:oMath')) replaceBy(math, [formula(math, '$', formulas)]);
  for (const field of allIn(xml, 'w:instrText')) {
    field.textContent = plainLink(field.textContent ?? '');
  }
  for (const name of ['w:fldSimple', 'w:dir', 'w:bdo']) {
    for (const wrapper of allIn(xml, name)) replaceBy(wrapper, childrenOf(wrapper));
  }
}

function replaceBy(element: Element, others: readonly Element[]): void {
  for (const other of others) element.parentNode?.insertBefore(other, element);
  element.parentNode?.removeChild(element);
}

/** The library takes switches behind the URL of a link for a part of it. */
function plainLink(instruction: string): string {
  return instruction.replace(
    /^(\s*HYPERLINK\s+"[^"]*)"(?:.*\\l\s+"([^"]*)")?.*/s,
    (_, url, place) => `${url}${place ? `#${place}` : ''}"`,
  );
}

function formula(math: Element, dollars: string, formulas: string[]): Element {
  const xml = math.ownerDocument as Document;
  const [run, text] = [xml.createElement('w:r'), xml.createElement('w:t')];
  run.appendChild(text);
  text.textContent = math.textContent;
  try {
    text.textContent = `\u{E000}${formulas.push(dollars + texOf(math) + dollars) - 1}\u{E001}`;
  } catch (error) {
    if (!(error instanceof UnknownMathError)) throw error;
  }
  return run;
}

/** Takes the fields of a post off the start of a text. */
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

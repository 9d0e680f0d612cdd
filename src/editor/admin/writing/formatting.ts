import type { BodyFormat } from '../../../rendering/body.ts';
import { htmlText } from '../inserting/block-syntax.ts';
import {
  addFootnote,
  BULLETS,
  encloseLines,
  type FootnoteSyntax,
  type HeadingLevel,
  heading,
  insertBlock,
  NUMBERS,
  nextFootnote,
  QUOTE,
  toggleFence,
  toggleLines,
} from './blocks.ts';
import { type Mark, type MarkKind, toggleMark } from './inline-marks.ts';
import { type Range, replace, type TextEdit, trimmed, wholeLines } from './text-edit.ts';

/** Science that stands in a line of text, or on lines of its own. */
type ScienceSyntax = {
  mark: Mark;
  block: [before: string, after: string];
  /** The lines of a new block, to be replaced by the writer's. */
  example: string;
};

type Science = 'formula' | 'structure';

const html = (kind: string): Pick<ScienceSyntax, 'mark' | 'block'> => ({
  mark: { open: `<code data-science="${kind}">`, close: '</code>' },
  block: [`<pre><code data-science="${kind}">`, '</code></pre>'],
});

const FORMULA = 'E = mc^2';
/** The name is part of the line, so that a structure typed over it takes no wrong name. */
const STRUCTURE = 'CC(=O)Oc1ccccc1C(=O)O Aspirin';

const SYNTAX: Record<BodyFormat, Record<Science, ScienceSyntax>> = {
  markdown: {
    formula: { mark: { open: '$', close: '$' }, block: ['$$', '$$'], example: FORMULA },
    structure: {
      mark: { open: '{smiles}`', close: '`' },
      block: ['```smiles', '```'],
      example: STRUCTURE,
    },
  },
  html: {
    formula: { ...html('math'), example: FORMULA },
    structure: { ...html('smiles'), example: STRUCTURE },
  },
};

/** Lines of science on a blank line and of several lines, and science in the line of text elsewhere. */
function markScience(
  science: Science,
  text: string,
  selection: Range,
  language: BodyFormat,
): TextEdit {
  const { mark, block, example } = SYNTAX[language][science];
  const [before, after] = block;
  const { start, end } = wholeLines(text, selection);
  if (text.slice(start, end).trim() === '') {
    return insertBlock(text, selection, `${before}\n${example}\n${after}`, example);
  }
  const isOfLines = text.slice(selection.start, selection.end).trim().includes('\n');
  return isOfLines
    ? encloseLines(text, selection, { before, after })
    : toggleMark(text, selection, { marks: [mark], isOfParts: true });
}

/** A line that is one paragraph or heading. */
const ELEMENT = /^(\s*)<(p|h[1-6])\b([^>]*)>(.*)<\/\2>(\s*)$/i;

/** Makes the selected lines of HTML headings of a level; makes them paragraphs when all of them are. */
function toggleHtmlHeading(text: string, selection: Range, level: HeadingLevel): TextEdit {
  const region = wholeLines(text, selection);
  const lines = text.slice(region.start, region.end).split('\n');
  const isBlank = lines.every((line) => line.trim() === '');
  const isText = (line: string) => isBlank || line.trim() !== '';
  const name = `h${level}`;
  const nameOf = (line: string) => ELEMENT.exec(line)?.[2]?.toLowerCase();
  const isMade = !isBlank && lines.every((line) => !isText(line) || nameOf(line) === name);
  const written = lines.map((line) => {
    if (!isText(line)) return line;
    const [, space = '', , attributes = '', inside = line, end = ''] = ELEMENT.exec(line) ?? [];
    const next = isMade ? 'p' : name;
    return `${space}<${next}${attributes}>${inside}</${next}>${end}`;
  });
  const block = written.join('\n');
  if (selection.start !== selection.end) {
    return replace(region, block, { start: 0, end: block.length });
  }
  const [before = '', after = ''] = [lines[0], written[0]];
  const caret = selection.start - region.start + after.indexOf('>') - openingEnd(before);
  const within = Math.min(Math.max(caret, after.indexOf('>') + 1), after.lastIndexOf('</'));
  return replace(region, block, { start: within, end: within });
}

/** The offset of the end of a line's opening tag; -1 without one. */
function openingEnd(line: string): number {
  return ELEMENT.test(line) ? line.indexOf('>') : -1;
}

/** The toolbar's actions. An HTML body gets tags, because Markdown syntax has no effect there. */
export type Formatting =
  | 'heading2'
  | 'heading3'
  | 'heading4'
  | 'bold'
  | 'italic'
  | 'subscript'
  | 'superscript'
  | 'quote'
  | 'code'
  | 'link'
  | 'bullets'
  | 'numbers'
  | 'table'
  | 'formula'
  | 'structure'
  | 'footnote';

export function format(
  formatting: Formatting,
  text: string,
  selection: Range,
  language: BodyFormat,
): TextEdit {
  return (language === 'html' ? IN_HTML : IN_MARKDOWN)[formatting](text, selection);
}

type Format = (text: string, selection: Range) => TextEdit;

const same = (mark: string): Mark => ({ open: mark, close: mark });
const tag = (name: string): Mark => ({ open: `<${name}>`, close: `</${name}>` });
const marking =
  (kind: MarkKind): Format =>
  (text, selection) =>
    toggleMark(text, selection, kind);

/** Markdown has no form of its own for these. */
const SUBSCRIPT = marking({ marks: [tag('sub')], isOfParts: true });
const SUPERSCRIPT = marking({ marks: [tag('sup')], isOfParts: true });

const IN_MARKDOWN: Record<Formatting, Format> = {
  heading2: (text, selection) => toggleLines(text, selection, heading(2)),
  heading3: (text, selection) => toggleLines(text, selection, heading(3)),
  heading4: (text, selection) => toggleLines(text, selection, heading(4)),
  bold: marking({ marks: [same('**'), same('__')], withinWords: same('**') }),
  // An underscore within a word is literal in Markdown.
  italic: marking({ marks: [same('_'), same('*')], withinWords: same('*') }),
  subscript: SUBSCRIPT,
  superscript: SUPERSCRIPT,
  quote: (text, selection) => toggleLines(text, selection, QUOTE),
  code: (text, selection) => {
    const selected = text.slice(selection.start, selection.end);
    if (selected.trim().includes('\n')) return toggleFence(text, selection);
    return toggleMark(text, selection, {
      marks: /[^`]`+[^`]/.test(selected)
        ? [{ open: '`` ', close: ' ``' }]
        : [same('`'), { open: '`` ', close: ' ``' }],
    });
  },
  link: (text, selection) => linkTo('', text, selection, 'markdown'),
  bullets: (text, selection) => toggleLines(text, selection, BULLETS),
  numbers: (text, selection) => toggleLines(text, selection, NUMBERS),
  table: (text, selection) =>
    insertBlock(
      text,
      selection,
      '| Column 1 | Column 2 |\n| --- | --- |\n| Cell | Cell |',
      'Column 1',
    ),
  formula: (text, selection) => markScience('formula', text, selection, 'markdown'),
  structure: (text, selection) => markScience('structure', text, selection, 'markdown'),
  footnote: (text, selection) => addFootnote(text, selection, MARKDOWN_NOTES),
};

const IN_HTML: Record<Formatting, Format> = {
  heading2: (text, selection) => toggleHtmlHeading(text, selection, 2),
  heading3: (text, selection) => toggleHtmlHeading(text, selection, 3),
  heading4: (text, selection) => toggleHtmlHeading(text, selection, 4),
  bold: marking({ marks: [tag('strong'), tag('b')] }),
  italic: marking({ marks: [tag('em'), tag('i')] }),
  subscript: SUBSCRIPT,
  superscript: SUPERSCRIPT,
  quote: (text, selection) =>
    encloseLines(text, selection, { before: '<blockquote>', after: '</blockquote>' }),
  code: marking({ marks: [tag('code')] }),
  link: (text, selection) => linkTo('', text, selection, 'html'),
  bullets: (text, selection) => htmlList(text, selection, 'ul'),
  numbers: (text, selection) => htmlList(text, selection, 'ol'),
  table: (text, selection) => insertBlock(text, selection, HTML_TABLE, 'Column 1'),
  formula: (text, selection) => markScience('formula', text, selection, 'html'),
  structure: (text, selection) => markScience('structure', text, selection, 'html'),
  footnote: (text, selection) => addFootnote(text, selection, HTML_NOTES),
};

const HTML_TABLE = [
  '<table>',
  '<thead><tr><th>Column 1</th><th>Column 2</th></tr></thead>',
  '<tbody><tr><td>Cell</td><td>Cell</td></tr></tbody>',
  '</table>',
].join('\n');

export const MARKDOWN_NOTES: FootnoteSyntax = {
  taken: /\[\^(\d+)\]/g,
  reference: (number) => `[^${number}]`,
  definition: (number) => [`[^${number}]: `, ''],
  definitionStart: /^\[\^[^\]]+\]:/,
};

const HTML_NOTES: FootnoteSyntax = {
  taken: /\bid="fn-(\d+)"/g,
  reference: (number) => `<sup><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`,
  definition: (number) => [
    `<p id="fn-${number}">${number}. `,
    ` <a href="#fnref-${number}">Back</a></p>`,
  ],
  definitionStart: /^<p id="fn-/,
};

/** The lowest number above those of a text's footnotes. */
export function nextFootnoteNumber(text: string, language: BodyFormat): number {
  return nextFootnote(text, language === 'html' ? HTML_NOTES : MARKDOWN_NOTES);
}

function htmlList(text: string, selection: Range, name: 'ul' | 'ol'): TextEdit {
  const { start, end } = trimmed(text, selection);
  const items = text.slice(start, end).split('\n');
  const written = items.map((item) => `<li>${item.trim()}</li>`).join('\n');
  const block = `<${name}>\n${written}\n</${name}>`;
  const inner = name.length + '<>\n<li>'.length;
  const last = block.length - `</li>\n</${name}>`.length;
  return replace({ start, end }, block, { start: inner, end: Math.max(inner, last) });
}

/**
 * Makes the selection a link. With an empty `url`, a placeholder URL is inserted and selected. When the
 * selection is a URL or empty, the caret is put where the link's text belongs.
 *
 * @param words the link's text, where nothing is selected
 */
export function linkTo(
  url: string,
  text: string,
  selection: Range,
  language: BodyFormat,
  words = '',
): TextEdit {
  const part = trimmed(text, selection);
  const selected = text.slice(part.start, part.end);
  const isUrl = url === '' && isWebUrl(selected);
  const label = isUrl ? '' : selected || linkText(words, language);
  const target = isUrl ? selected : url || 'https://';
  const written = language === 'html' ? htmlText(target) : destination(target);
  const [before, after] =
    language === 'html' ? [`<a href="${written}">`, '</a>'] : ['[', `](${written})`];
  const link = before + label + after;
  const at = (from: number, length: number) =>
    replace(part, link, { start: from, end: from + length });
  if (label === '') return at(before.length, 0);
  return url === '' ? at(link.indexOf(written), written.length) : at(link.length, 0);
}

/** Words as the text of a link. */
function linkText(words: string, language: BodyFormat): string {
  return language === 'html'
    ? htmlText(words)
    : words.replace(/[\\[\]`*_<&]/g, '\\$&').replace(/\s+/g, ' ');
}

/** The text is a single http or https URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** What `pictureText` writes of a picture. */
type InsertedPicture = {
  /** The alternative text. */
  alt: string;
  address: string;
  /** Shown below the picture, which then has to be a paragraph of its own. */
  caption?: string;
  /** Numbers the picture: the text refers to it as `@fig-plate`. */
  label?: string;
};

/** The markup of a picture. */
export function pictureText(
  { alt, address, caption = '', label: typed = '' }: InsertedPicture,
  language: BodyFormat,
): string {
  const shown = caption.trim().replace(/\s+/g, ' ');
  const label = typed
    .trim()
    .replace(/^[#@]?(?:fig-)?/i, '')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^-|-$/g, '');
  if (language === 'html') {
    const picture = `<img src="${htmlText(address)}" alt="${htmlText(alt)}">`;
    if (shown === '' && label === '') return picture;
    const caption = shown && `<figcaption>${htmlText(shown)}</figcaption>`;
    return `<figure${label && ` data-label="fig-${label}"`}>${picture}${caption}</figure>`;
  }
  const title = shown === '' ? '' : ` "${shown.replace(/[\\"&]/g, '\\$&')}"`;
  const text = alt.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ');
  const attributes = label && `{#fig-${label}}`;
  return `![${text}](${destination(address)}${title})${attributes}`;
}

/** A Markdown link destination: in angle brackets where it would end too early. */
export function destination(url: string): string {
  return /[\s()<>]/.test(url)
    ? `<${url.replace(/[<>\n]/g, (character) => encodeURIComponent(character))}>`
    : url;
}

import {
  addFootnote,
  BULLETS,
  heading,
  insertBlock,
  NUMBERS,
  QUOTE,
  toggleEnclosed,
  toggleLines,
} from './blocks.ts';
import { type Mark, toggleMark } from './marks.ts';
import { type Range, replace, type TextEdit, trimmed, wholeLines } from './text-edit.ts';

type Format = (text: string, selection: Range) => TextEdit;

const BOLD: [Mark, Mark] = [
  ['**', '**'],
  ['__', '__'],
];
/** An underscore within a word is literal. */
const ITALIC: [Mark, Mark] = [
  ['*', '*'],
  ['_', '_'],
];
const WIDE_CODE: Mark = ['`` ', ' ``'];

const tag =
  (name: string): Format =>
  (text, selection) =>
    toggleMark(text, selection, [[`<${name}>`, `</${name}>`]], true);

/** Science in a line of text, or on lines of its own with an example to be replaced. */
function science(mark: Mark, lines: readonly [string, string], example: string): Format {
  return (text, selection) => {
    const { start, end } = wholeLines(text, selection);
    if (text.slice(start, end).trim() === '') {
      return insertBlock(text, selection.end, lines.toSpliced(1, 0, example).join('\n'), example);
    }
    const isOfLines = text.slice(selection.start, selection.end).trim().includes('\n');
    if (isOfLines) return toggleEnclosed(text, selection, lines);
    return toggleMark(text, selection, [mark], true);
  };
}

/** The formats that tools write, in Markdown. */
const FORMATS = {
  heading2: (text, selection) => toggleLines(text, selection, heading(2)),
  heading3: (text, selection) => toggleLines(text, selection, heading(3)),
  bold: (text, selection) => toggleMark(text, selection, BOLD),
  italic: (text, selection) => toggleMark(text, selection, ITALIC),
  subscript: tag('sub'),
  superscript: tag('sup'),
  quote: (text, selection) => toggleLines(text, selection, QUOTE),
  code: (text, selection) => {
    const selected = text.slice(selection.start, selection.end).trim();
    if (selected.includes('\n')) return toggleEnclosed(text, selection, ['```', '```']);
    const marks: [Mark, Mark] = [['`', '`'], WIDE_CODE];
    return toggleMark(text, selection, /[^`]`+[^`]/.test(selected) ? [WIDE_CODE] : marks);
  },
  link: (text, selection) => linkTo('', text, selection),
  bullets: (text, selection) => toggleLines(text, selection, BULLETS),
  numbers: (text, selection) => toggleLines(text, selection, NUMBERS),
  formula: science(['$', '$'], ['$$', '$$'], 'E = mc^2'),
  // The name is part of the line, so that a structure typed over it takes no wrong name.
  structure: science(['{smiles}`', '`'], ['```smiles', '```'], 'CC(=O)Oc1ccccc1C(=O)O Aspirin'),
  footnote: (text, { end }) => addFootnote(text, end),
} satisfies Record<string, Format>;

export type Formatting = keyof typeof FORMATS;

export function format(formatting: Formatting, text: string, selection: Range): TextEdit {
  return FORMATS[formatting](text, selection);
}

/**
 * Makes the selection a link. With an empty `url`, a placeholder URL is inserted and selected. When the
 * selection is a URL or empty, the caret is put where the link's text belongs.
 *
 * @param words the link's text, where nothing is selected
 */
export function linkTo(url: string, text: string, selection: Range, words = ''): TextEdit {
  const part = trimmed(text, selection);
  const selected = text.slice(part.start, part.end);
  const isUrl = url === '' && isWebUrl(selected);
  const label = words.replace(/[\\[\]`*_<&]/g, '\\$&').replace(/\s+/g, ' ');
  const shown = isUrl ? '' : selected || label;
  const target = destination(isUrl ? selected : url || 'https://');
  const link = `[${shown}](${target})`;
  const [from, length] =
    shown === '' ? [1, 0] : url === '' ? [shown.length + 3, target.length] : [link.length, 0];
  return replace(part, link, { start: from, end: from + length });
}

/** The text is a single http or https URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

type InsertedPicture = {
  /** The alternative text. */
  alt: string;
  address: string;
  /** Shown below the picture, which then has to be a paragraph of its own. */
  caption?: string;
  /** Numbers the picture: the text refers to it as `@fig-plate`. */
  label?: string;
};

export function pictureText({ alt, address, caption = '', label: typed = '' }: InsertedPicture) {
  const shown = caption.trim().replace(/\s+/g, ' ');
  const label = typed
    .trim()
    .replace(/^[#@]?(?:fig-)?/i, '')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^-|-$/g, '');
  const title = shown === '' ? '' : ` "${shown.replace(/[\\"&]/g, '\\$&')}"`;
  const text = alt.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ');
  return `![${text}](${destination(address)}${title})${label && `{#fig-${label}}`}`;
}

/** A Markdown link destination: in angle brackets where it would end too early. */
function destination(url: string): string {
  return /[\s()<>]/.test(url)
    ? `<${url.replace(/[<>\n]/g, (character) => encodeURIComponent(character))}>`
    : url;
}

import { FIGURE } from '../inserting/forms.ts';
import {
  insertBlock,
  nextFootnoteNumber,
  type Range,
  replace,
  type TextEdit,
  trimmed,
  wholeLines,
} from './text-edit.ts';

type Format = (text: string, selection: Range) => TextEdit;

type Mark = readonly [open: string, close: string];

/** Markup at the start of a line: quotation, list item, task, heading. Then the text, and white space. */
const LINE =
  /^(\s*(?:>\s?)*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?(?:#{1,6}\s+)?)(\S.*?)([ \t]*)$/gm;

/**
 * At the end of a marked text the caret is put behind the mark, so that the keys that began it end
 * it.
 *
 * @param marks the first one is written, all of them are recognized
 * @param isOfWords without a selection, the word at the caret is marked, else what is typed next
 */
function toggleMark(marks: readonly [Mark, ...Mark[]], isOfWords: boolean): Format {
  const [[open, close]] = marks;
  return (text, selection) => {
    const part = trimmed(text, selection);
    if (part.start !== part.end) return unmarked(text, part, marks) ?? markLines(text, part, marks);
    const caret = selection.start;
    const behind = behindMark(text, caret, marks);
    if (behind !== null) return replace({ start: behind, end: behind }, '');
    const word = isOfWords && selection.end === caret ? wordAt(text, caret) : part;
    const edit =
      unmarked(text, word, marks) ?? replace(word, open + text.slice(word.start, word.end) + close);
    // The caret keeps its offset within the word.
    const at = caret + (edit.text.startsWith(open) ? open.length : edit.start - word.start);
    return { ...edit, selection: { start: at, end: at } };
  };
}

/** Takes the marks around a range off; null where there are none. */
function unmarked(text: string, range: Range, marks: readonly Mark[]): TextEdit | null {
  const mark = marks.find((each) => isAround(text, range, each));
  if (mark === undefined) return null;
  const outer = { start: range.start - mark[0].length, end: range.end + mark[1].length };
  const inside = text.slice(range.start, range.end);
  return replace(outer, inside, { start: 0, end: inside.length });
}

function markLines(text: string, part: Range, marks: readonly [Mark, ...Mark[]]): TextEdit {
  const [[open, close]] = marks;
  const inside = text.slice(part.start, part.end);
  const markOf = (words: string) =>
    marks.find((mark) => {
      const range = { start: mark[0].length, end: words.length - mark[1].length };
      return range.start < range.end && isAround(words, range, mark);
    });
  const lines = [...inside.matchAll(LINE)];
  const isAll = lines.every(([, , words = '']) => markOf(words) !== undefined);
  const written = inside.replace(LINE, (_, lead: string, words: string, space: string) => {
    const mark = markOf(words);
    if (mark === undefined) return lead + open + words + close + space;
    return lead + (isAll ? words.slice(mark[0].length, -mark[1].length) : words) + space;
  });
  const [, lead = ''] = (lines.length === 1 && lines[0]) || [];
  const [before, after] = lines.length === 1 && !isAll ? [open, close] : ['', ''];
  const start = lead.length + before.length;
  return replace(part, written, { start, end: written.length - after.length });
}

/** The offset behind the mark that closes at a caret; null when none does, or when there is nothing in it. */
function behindMark(text: string, caret: number, marks: readonly Mark[]): number | null {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);
  for (const mark of marks) {
    const start = caret - line.length + line.lastIndexOf(mark[0]) + mark[0].length;
    const isFilled = line.includes(mark[0]) && /^\S(?:.*\S)?$/.test(text.slice(start, caret));
    if (isFilled && isAround(text, { start, end: caret }, mark)) return caret + mark[1].length;
  }
  return null;
}

function wordAt(text: string, caret: number): Range {
  const [before = ''] = /[\p{L}\p{N}\p{M}]*$/u.exec(text.slice(0, caret)) ?? [];
  const [after = ''] = /^[\p{L}\p{N}\p{M}]*/u.exec(text.slice(caret)) ?? [];
  return { start: caret - before.length, end: caret + after.length };
}

/** The characters beside a range are this mark. A single one is not if it is part of a pair. */
function isAround(text: string, { start, end }: Range, [open, close]: Mark): boolean {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (!before.endsWith(open) || !after.startsWith(close)) return false;
  if (open.length > 1) return true;
  const character = open.replace(/[*$]/, '\\$&');
  const [runBefore = ''] = new RegExp(`${character}+$`).exec(before) ?? [];
  const [runAfter = ''] = new RegExp(`^${character}+`).exec(after) ?? [];
  return runBefore.length % 2 === 1 && runAfter.length % 2 === 1;
}

const LIST = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

function toggleLines(prefix: string, own: RegExp, replaces: RegExp = own): Format {
  return (text, selection) => {
    const region = wholeLines(text, selection);
    const lines = text.slice(region.start, region.end).split('\n');
    const filled = lines.filter((line) => line.trim() !== '');
    const isOwn = filled.length > 0 && filled.every((line) => own.test(line));
    let number = 1;
    const written = lines.map((line) => {
      if (filled.length > 0 && line.trim() === '') return line;
      if (isOwn) return line.replace(own, '');
      return prefix.replace('1', () => `${number++}`) + line.replace(replaces, '');
    });
    const after = written.join('\n');
    const caret = Math.max(0, selection.start + after.length - region.end);
    const isCaret = selection.start === selection.end;
    return replace(
      region,
      after,
      isCaret ? { start: caret, end: caret } : { start: 0, end: after.length },
    );
  };
}

function enclose(text: string, selection: Range, open: string, close = open): TextEdit {
  const region = wholeLines(text, trimmed(text, selection));
  const inside = text.slice(region.start, region.end);
  const [before, after] = [`${open}\n`, `\n${close}`];
  if (text.slice(0, region.start).endsWith(before) && text.startsWith(after, region.end)) {
    const outer = { start: region.start - before.length, end: region.end + after.length };
    return replace(outer, inside, { start: 0, end: inside.length });
  }
  const end = before.length + inside.length;
  return replace(region, before + inside + after, { start: before.length, end });
}

function science(mark: Mark, [open, close]: Mark, example: string): Format {
  return (text, selection) => {
    const { start, end } = wholeLines(text, selection);
    if (text.slice(start, end).trim() === '') {
      return insertBlock(text, selection.end, `${open}\n${example}\n${close}`, example);
    }
    const isOfLines = text.slice(selection.start, selection.end).trim().includes('\n');
    return isOfLines
      ? enclose(text, selection, open, close)
      : toggleMark([mark], false)(text, selection);
  };
}

function addFootnote(text: string, { end: at }: Range): TextEdit {
  const number = nextFootnoteNumber(text);
  const after = `[^${number}]${text.slice(at)}`;
  const there = /\n*$/.exec(after)?.[0].length ?? 0;
  // Definitions are not separated by blank lines.
  const isBehindNote = /(?:^|\n)\[\^[^\]]+\]:.*$/.test(after.trimEnd());
  const lead = '\n'.repeat(Math.max(0, (isBehindNote ? 1 : 2) - there));
  return replace({ start: at, end: text.length }, `${after}${lead}[^${number}]: `);
}

const tag = (name: string) => toggleMark([[`<${name}>`, `</${name}>`]], false);

const pair = (mark: string): Mark => [mark, mark];
const emphasis = (mark: string, other: string) => toggleMark([pair(mark), pair(other)], true);

const FORMATS = {
  heading2: toggleLines('## ', /^##\s+/, /^#{1,6}\s+/),
  heading3: toggleLines('### ', /^###\s+/, /^#{1,6}\s+/),
  bold: emphasis('**', '__'),
  italic: emphasis('*', '_'),
  subscript: tag('sub'),
  superscript: tag('sup'),
  quote: toggleLines('> ', /^>\s?/),
  code: (text, selection) => {
    const selected = text.slice(selection.start, selection.end).trim();
    if (selected.includes('\n')) {
      return enclose(text, selection, selected.includes('```') ? '````' : '```');
    }
    const wide: Mark = ['`` ', ' ``'];
    return toggleMark(selected.includes('`') ? [wide] : [['`', '`'], wide], true)(text, selection);
  },
  link: (text, selection) => linkTo('', text, selection),
  bullets: toggleLines('- ', /^\s*[-*+]\s+/, LIST),
  numbers: toggleLines('1. ', /^\s*\d{1,9}[.)]\s+/, LIST),
  formula: science(['$', '$'], ['$$', '$$'], 'E = mc^2'),
  // The name is part of the line, so that a structure typed over it takes no wrong name.
  structure: science(['{smiles}`', '`'], ['```smiles', '```'], 'CC(=O)Oc1ccccc1C(=O)O Aspirin'),
  footnote: addFootnote,
} satisfies Record<string, Format>;

export type Formatting = keyof typeof FORMATS;

export function format(formatting: Formatting, text: string, selection: Range): TextEdit {
  return FORMATS[formatting](text, selection);
}

/**
 * With an empty `url`, a placeholder URL is inserted and selected. When the selection is a URL or
 * empty, the caret is put where the link's text belongs.
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

export function isWebUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

type InsertedPicture = { alt: string; address: string; caption?: string; label?: string };

/**
 * With a caption it has to be a paragraph of its own; by its label, the text refers to it as
 * `@fig-plate`.
 */
export function pictureText({ alt, address, caption = '', label: typed = '' }: InsertedPicture) {
  const label = typed
    .trim()
    .replace(/^[#@]?(?:fig-)?/i, '')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^-|-$/g, '');
  const body = destination(address);
  return FIGURE.write({ body, alt, caption, label: label && `fig-${label}`, isTitled: 'yes' });
}

/** A Markdown link destination: in angle brackets where it would end too early. */
function destination(url: string): string {
  return /[\s()<>]/.test(url)
    ? `<${url.replace(/[<>\n]/g, (character) => encodeURIComponent(character))}>`
    : url;
}

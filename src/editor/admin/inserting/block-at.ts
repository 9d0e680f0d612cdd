import type { Range } from '../writing/text-edit.ts';

/** A block of a Markdown text, as it is written. */
export type SourceBlock = Range & {
  /** The language of a fence, or `table`, `picture`. */
  lang: string;
  /** `{#fig-a name="…"}`; empty without. */
  braces: string;
  /** What is in it; of a table and a picture, its lines. */
  body: string;
};

const FENCE = /^(`{3,}|~{3,})\s*([\w-]*)\s*([^`]*)$/;
const PICTURE = /^!\[.*\]\(.*?\)\s*(\{[^{}]*\})?\s*$/;

/** The block that a caret is in; null elsewhere, and for one that is indented as part of a list. */
export function blockAt(text: string, caret: number): SourceBlock | null {
  const lines = text.split('\n');
  let start = 0;
  for (let at = 0; at < lines.length && start <= caret; ) {
    const { count, ...block } = blockFrom(lines, at);
    const end = start + lines.slice(at, at + count).join('\n').length;
    if (caret <= end)
      return block.lang === undefined ? null : { ...block, lang: block.lang, start, end };
    start = end + 1;
    at += count;
  }
  return null;
}

type LinesRead = { count: number; lang?: string; braces: string; body: string };

/** What begins on a line, and how many lines it has; one without a language for any other line. */
function blockFrom(lines: readonly string[], at: number): LinesRead {
  const line = lines[at] ?? '';
  const [, marks, lang = '', braces = ''] = FENCE.exec(line) ?? [];
  if (marks !== undefined) {
    const end = new RegExp(`^ {0,3}${marks}[\`~]*\\s*$`);
    const length = lines.slice(at + 1).findIndex((each) => end.test(each));
    const count = length === -1 ? lines.length - at : length + 2;
    return { count, lang, braces, body: lines.slice(at + 1, at + count - 1).join('\n') };
  }
  const picture = PICTURE.exec(line);
  if (picture !== null) {
    return { count: 1, lang: 'picture', braces: picture[1] ?? '', body: line };
  }
  return tableFrom(lines, at) ?? { count: 1, braces: '', body: '' };
}

/** A table, and the line below it that begins with a colon. */
function tableFrom(lines: readonly string[], at: number): LinesRead | null {
  const isRow = (index: number) => /^\|/.test(lines[index] ?? '');
  if (!isRow(at) || !/^[\s|:-]*-[\s|:-]*$/.test(lines[at + 1] ?? '')) return null;
  let last = at + 1;
  while (isRow(last + 1)) last += 1;
  const below = lines[last + 1]?.trim() === '' ? last + 2 : last + 1;
  if (/^:\s+\S/.test(lines[below] ?? '')) last = below;
  const body = lines.slice(at, last + 1).join('\n');
  return { count: last + 1 - at, lang: 'table', braces: '', body };
}

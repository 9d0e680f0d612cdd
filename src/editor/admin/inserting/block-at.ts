import type { Range } from '../writing/text-edit.ts';

/** A block of a Markdown text, as it is written. */
export type SourceBlock = Range & {
  /** The language of a fence, or `math`, `container`, `table`, `picture`. */
  lang: string;
  /** `{#fig-a name="…"}`; empty without. */
  braces: string;
  /** What is in it; of a picture, its line. */
  body: string;
};

type Line = Range & { text: string };

/** What opens a block of lines, and what closes it. */
const OPENINGS: readonly { opens: RegExp; closes: (marks: string) => RegExp; lang?: string }[] = [
  {
    opens: /^ {0,3}(?<marks>`{3,}|~{3,})\s*(?<lang>[\w-]*)\s*(?<braces>[^`]*)$/,
    closes: (marks) => new RegExp(`^ {0,3}${marks}[\`~]*\\s*$`),
  },
  {
    opens: /^(?<marks>\$\$)\s*$/,
    closes: () => /^\$\$\s*(?<braces>\{[^{}]*\})?\s*$/,
    lang: 'math',
  },
];
const CONTAINER = /^:{3,}\s*(\{[^{}]*\})[\s:]*$/;
const PICTURE = /^!\[.*\]\(.*?\)\s*(\{[^{}]*\})?\s*$/;

/** The innermost block that a caret is in; null elsewhere, and for one that is indented as part of a list. */
export function blockAt(text: string, caret: number): SourceBlock | null {
  const blocks = blocksOf(linesOf(text));
  const found = blocks.find(({ start, end }) => start <= caret && caret <= end);
  return found === undefined || text[found.start] === ' ' ? null : found;
}

/** What is in a container comes before it. */
function blocksOf(lines: readonly Line[]): SourceBlock[] {
  const found: SourceBlock[] = [];
  const opened: { from: number; braces: string }[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]?.text ?? '';
    const leaf = leafFrom(lines, at);
    const [, braces] = CONTAINER.exec(line) ?? [];
    if (leaf !== null) {
      found.push(leaf);
      at = leaf.last;
    } else if (braces !== undefined) opened.push({ from: at, braces });
    else if (/^:{3,}\s*$/.test(line)) {
      const { from = at, braces = '' } = opened.pop() ?? {};
      found.push(between(lines, from, at, { lang: 'container', braces }));
    }
  }
  return found;
}

type Leaf = SourceBlock & { /** The index of its last line. */ last: number };

function leafFrom(lines: readonly Line[], at: number): Leaf | null {
  const text = lines[at]?.text ?? '';
  for (const { opens, closes, lang } of OPENINGS) {
    const groups = opens.exec(text)?.groups;
    if (groups === undefined) continue;
    const end = closes(groups.marks ?? '');
    const length = lines.slice(at + 1).findIndex((line) => end.test(line.text));
    const last = length === -1 ? lines.length - 1 : at + 1 + length;
    const braces = groups.braces ?? end.exec(lines[last]?.text ?? '')?.groups?.braces ?? '';
    return between(lines, at, last, { lang: lang ?? groups.lang, braces });
  }
  const picture = PICTURE.exec(text);
  if (picture === null) return tableFrom(lines, at);
  return between(lines, at, at, { lang: 'picture', braces: picture[1] ?? '', body: text });
}

/** A table, and the line below it that begins with a colon. */
function tableFrom(lines: readonly Line[], at: number): Leaf | null {
  const isRow = (index: number) => /^\s*\|/.test(lines[index]?.text ?? '');
  if (!isRow(at) || !/^[\s|:-]*-[\s|:-]*$/.test(lines[at + 1]?.text ?? '')) return null;
  let last = at + 1;
  while (isRow(last + 1)) last += 1;
  const below = lines[last + 1]?.text.trim() === '' ? last + 2 : last + 1;
  if (/^:\s+\S/.test(lines[below]?.text ?? '')) last = below;
  const body = lines.slice(at, last + 1).map(({ text }) => text);
  return between(lines, at, last, { lang: 'table', body: body.join('\n') });
}

function between(lines: readonly Line[], from: number, last: number, found: Partial<Leaf>): Leaf {
  const inner = lines.slice(from + 1, last).map(({ text }) => text);
  const [start, end] = [lines[from]?.start ?? 0, lines[last]?.end ?? 0];
  return { lang: '', braces: '', body: inner.join('\n'), ...found, start, end, last };
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const found = { start, end: start + line.length, text: line };
    start = found.end + 1;
    return found;
  });
}

/** A range of a text in UTF-16 code units; the end is exclusive. */
export type Range = readonly [start: number, end: number];

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * The fenced blocks and code spans of Markdown, in order: nothing in them is a link or a shortcode. Unlike a parser, this
 * takes linear time for any text, and leaves every other byte as it is.
 */
export function codeRanges(markdown: string): Range[] {
  const ranges: Range[] = [];
  let fence: { mark: string; start: number } | undefined;
  let proseStart = 0;
  let at = 0;
  while (at < markdown.length) {
    const newline = markdown.indexOf('\n', at);
    const end = newline === -1 ? markdown.length : newline + 1;
    // Nobody writes a longer fence; a line may have megabytes.
    const mark = FENCE.exec(markdown.slice(at, at + 100))?.[1];
    if (fence === undefined && mark !== undefined && !isSpan(markdown, at, end, mark)) {
      ranges.push(...codeSpans(markdown, proseStart, at));
      fence = { mark, start: at };
    } else if (fence !== undefined && mark?.startsWith(fence.mark) && closes(markdown, at, end)) {
      ranges.push([fence.start, end]);
      fence = undefined;
      proseStart = end;
    }
    at = end;
  }
  if (fence === undefined) ranges.push(...codeSpans(markdown, proseStart, markdown.length));
  else ranges.push([fence.start, markdown.length]);
  return ranges;
}

/** The info string of a fence of backticks holds none (CommonMark 0.31, section 4.5). */
function isSpan(text: string, start: number, end: number, mark: string): boolean {
  const opening = text.indexOf(mark, start) + mark.length;
  const other = mark.startsWith('`') ? text.indexOf('`', opening) : -1;
  return other !== -1 && other < end;
}

function closes(text: string, start: number, end: number): boolean {
  return /^ {0,3}[`~]+\s*$/.test(text.slice(start, Math.min(end, start + 200)));
}

/** A span ends at the next run of as many backticks, before a blank line. */
function codeSpans(text: string, from: number, to: number): Range[] {
  const ranges: Range[] = [];
  /** The first opening run of each length since the last blank line. */
  let open = new Map<number, number>();
  // Of a slice: a search in the whole text would not stop at its end.
  for (const { 0: marks, index } of text.slice(from, to).matchAll(/`+|\n[ \t]*\n/g)) {
    const at = from + index;
    const start = marks.startsWith('`') ? open.get(marks.length) : undefined;
    if (!marks.startsWith('`')) open = new Map();
    else if (start === undefined) open.set(marks.length, at);
    else {
      ranges.push([start, at + marks.length]);
      open = new Map();
    }
  }
  return ranges;
}

/** Tells whether positions, which must not descend, lie in one of the ranges. */
export function rangeFinder(ranges: readonly Range[]): (position: number) => boolean {
  let next = 0;
  return (position) => {
    while (next < ranges.length && (ranges[next] as Range)[1] <= position) next += 1;
    const range = ranges[next];
    return range !== undefined && range[0] <= position;
  };
}

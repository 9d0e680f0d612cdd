import { codeBlocks, type Range } from './code-blocks.ts';

/**
 * The blocks of code and code spans of Markdown, in order: nothing in them is a link or a shortcode. Unlike a parser, this
 * takes linear time for any text, and leaves every other byte as it is.
 */
export function codeRanges(markdown: string): Range[] {
  const blocks = codeBlocks(markdown);
  const ranges = blocks.flatMap((block, index) => [
    ...codeSpans(markdown, blocks[index - 1]?.[1] ?? 0, block[0]),
    block,
  ]);
  return [...ranges, ...codeSpans(markdown, blocks.at(-1)?.[1] ?? 0, markdown.length)];
}

/** Runs of backticks, and where a block begins: after a blank line, in a list, with a heading, in a table. */
const SPAN_MARKS = /`+|\n[ \t]*(?=\r?\n|[-*+] |\d{1,9}[.)] |#{1,6} |\|)/g;

/** A span ends at the next run of as many backticks in the same block. */
function codeSpans(text: string, from: number, to: number): Range[] {
  const ranges: Range[] = [];
  /** The first opening run of each length since the block began. */
  let open = new Map<number, number>();
  // Of a slice: a search in the whole text would not stop at its end.
  for (const { 0: marks, index } of text.slice(from, to).matchAll(SPAN_MARKS)) {
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

/** Returns a function that checks whether a position is in a range. Positions must ascend from call to call. */
export function rangeFinder(ranges: readonly Range[]): (position: number) => boolean {
  let next = 0;
  return (position) => {
    while (next < ranges.length && (ranges[next] as Range)[1] <= position) next += 1;
    const range = ranges[next];
    return range !== undefined && range[0] <= position;
  };
}

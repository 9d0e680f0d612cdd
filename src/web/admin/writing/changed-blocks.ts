import type { CitedFields } from '../posts-api.ts';
import { outlineOf } from './outline.ts';
import type { ShownPreview } from './previewer.ts';

/** A part of a text that can be rendered without the rest of it. */
export type ChangedBlocks = {
  /** The blocks of the earlier preview that it replaces, from the first to before the last. */
  from: number;
  to: number;
  /** The part, with what it refers to. */
  source: string;
  /** The elements of the rendered source before the part itself. */
  skipped: number;
  /** Leads from a line of the source to that of the text. */
  lineOffset: number;
  /** The lines that the text has more than before. */
  addedLines: number;
};

/** Definitions of links and footnotes, with their indented lines. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:.*(?:\n(?: {4}|\t).*)*/gm;
/** A key as in `citation-syntax.ts`. */
const CITED = /@[\p{L}\p{N}_]+(?:[:.#$%&+?~/-][\p{L}\p{N}_]+)*/gu;
const NOTE = /\[\^[^\]\s]+\](?!:)/g;

/**
 * Finds the blocks at the top of the text that an edit has changed. What of the rest has an effect on them goes
 * along: definitions, the numbers of footnotes and citations, the level of the highest heading.
 *
 * @returns null when they cannot be told apart, as when a definition has changed
 */
export function changedBlocks(before: ShownPreview, after: string): ChangedBlocks | null {
  const { content, blockLines, format, cited } = before;
  const { start, end } = changeBetween(content, after);
  const firstLine = lineAt(content, start);
  // The line after: without the line break between them, two blocks are one.
  const lastLine = lineAt(content, content.length - end) + 1;
  const from = blockLines.findLastIndex((line) => line !== null && line <= firstLine);
  const next = blockLines.findIndex((line, index) => index > from && (line ?? 0) > lastLine);
  const fromLine = blockLines[from] ?? null;
  if (fromLine === null) return null;
  const last = blockLines.findLastIndex((line) => line !== null) + 1;
  const to = next === -1 ? last : next;
  // Between known lines, an element that has none belongs to a block that cannot be told.
  if (blockLines.slice(from, to).includes(null)) return null;
  const toLine = next === -1 ? null : (blockLines[next] ?? null);
  const addedLines = countLines(after) - countLines(content);
  const lines = after.split('\n');
  const [part, definitions] = splitAtDefinitions(
    lines.slice(fromLine - 1, toLine === null ? undefined : toLine - 1 + addedLines),
  );
  const [, definitionsBefore] = splitAtDefinitions(
    content.split('\n').slice(fromLine - 1, toLine === null ? undefined : toLine - 1),
  );
  const isFollowedByText = definitions.replace(DEFINITION, '').trim() !== '';
  if (part.trim() === '' || definitions !== definitionsBefore || isFollowedByText) return null;
  const { head, skipped } =
    format === 'html' ? { head: '', skipped: 0 } : contextOf(after, part, cited);
  const tail = format === 'html' ? '' : `\n\n${(after.match(DEFINITION) ?? []).join('\n\n')}`;
  return {
    from,
    to,
    skipped,
    addedLines,
    source: head + part + tail,
    lineOffset: fromLine - 1 - (countLines(head) - 1),
  };
}

/** A heading of the highest level, and the notes and the citations in their order, as blocks of their own. */
function contextOf(
  text: string,
  part: string,
  { references }: CitedFields,
): { head: string; skipped: number } {
  const highest = Math.min(...outlineOf(text, 'markdown').map(({ level }) => level));
  const notes = part.includes('[^') ? new Set(text.match(NOTE)) : new Set();
  const keys = new Set(references.map(({ key }) => `@${key}`));
  const cites = part.includes('@') ? (text.match(CITED) ?? []) : [];
  const cited = new Set(cites.filter((cite) => keys.has(cite)));
  const blocks = [
    ...(Number.isFinite(highest) ? [`${'#'.repeat(highest)} Heading`] : []),
    ...(notes.size > 0 ? [`Notes ${[...notes].join(' ')}`] : []),
    ...(cited.size > 0 ? [`Cited ${[...cited].join(' ')}`] : []),
  ];
  return { head: blocks.map((block) => `${block}\n\n`).join(''), skipped: blocks.length };
}

/** The text before the first definition, and the rest. */
function splitAtDefinitions(lines: readonly string[]): [string, string] {
  const text = lines.join('\n');
  const at = text.search(DEFINITION);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/** The lengths of what two texts have in common at their start and at their end. */
function changeBetween(a: string, b: string): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return { start, end };
}

/** Counted from 1. */
function lineAt(text: string, offset: number): number {
  return countLines(text.slice(0, offset));
}

function countLines(text: string): number {
  return text.split('\n').length;
}

import { kindOf, type ListItem, listItems, looksLikeItem, splitLine } from './list-items.ts';
import { type Range, replace, type TextEdit, wholeLines } from './text-edit.ts';

/** Lists of Markdown while they are typed. Each edit is one change, so that one undo reverts it. */

/**
 * Enter in a list item: begins the next item; moves an empty item out by a level, or ends the list.
 *
 * @returns null where Enter does nothing special
 */
export function continueList(text: string, selection: Range): TextEdit | null {
  const { start: caret, end } = selection;
  const line = wholeLines(text, selection);
  if (caret !== end || !looksLikeItem(text.slice(line.start, line.end))) return null;
  const lines = text.split('\n');
  const index = lineIndex(text, caret);
  const item = listItems(lines).find((each) => each.line === index);
  if (item === undefined || caret < line.start + item.lead) return null;
  if (item.isEmpty) {
    return item.parent === null
      ? endList(lines, line, index)
      : moveItems(text, { start: line.end, end: line.end }, 'out');
  }
  const written = text.slice(line.start, line.start + item.lead);
  const prefix = item.isTask ? written.replace(/\[[xX]\]([ \t]+)$/, '[ ]$1') : written;
  const before = text.slice(line.start, caret);
  const after = prefix + text.slice(caret, line.end).trimStart();
  const next = lines.toSpliced(index, 1, before, after);
  renumber(next, new Set([index + 1]));
  const lead = listItems(next).find((each) => each.line === index + 1)?.lead ?? prefix.length;
  return difference(lines, next, {
    start: { line: index + 1, column: lead },
    end: { line: index + 1, column: lead },
  });
}

/** Empties the item's line, with blank lines around it: text beside an item would belong to that. */
function endList(lines: readonly string[], line: Range, index: number): TextEdit {
  const { quote } = splitLine(lines[index] ?? '');
  const blank = quote.trimEnd();
  const isText = (at: number) => splitLine(lines[at] ?? '').text.trim() !== '';
  const before = index > 0 && isText(index - 1) ? `${blank}\n` : '';
  const after = isText(index + 1) ? `\n${blank}` : '';
  const caret = before.length + quote.length;
  return replace(line, before + quote + after, { start: caret, end: caret });
}

/**
 * Moves the selected list items with what belongs to them in or out by a level, and renumbers.
 *
 * @returns null without an item in the selection; an edit without changes where they cannot move
 */
export function moveItems(
  text: string,
  selection: Range,
  direction: 'in' | 'out',
): TextEdit | null {
  const region = wholeLines(text, selection);
  const selectedLines = text.slice(region.start, region.end).split('\n');
  if (!selectedLines.some(looksLikeItem)) return null;
  const lines = text.split('\n');
  const first = lineIndex(text, region.start);
  const before = listItems(lines);
  const isSelected = ({ line }: ListItem) => line >= first && line < first + selectedLines.length;
  const selected = before.filter(isSelected);
  if (selected.length === 0) return null;

  const next = [...lines];
  const moved = new Set<number>();
  for (const siblings of runsOf(selected.filter((item) => !hasAncestor(item.parent, isSelected)))) {
    if (!(direction === 'in' ? moveIn : moveOut)(next, siblings)) continue;
    for (const line of siblings) moved.add(line);
  }
  if (moved.size === 0) return { changes: [], selection };
  renumber(next, moved, before);
  return difference(lines, next, {
    start: moveWith(lines, next, placeOf(text, selection.start)),
    end: moveWith(lines, next, placeOf(text, selection.end)),
  });
}

function hasAncestor(item: ListItem | null, matches: (item: ListItem) => boolean): boolean {
  return item !== null && (matches(item) || hasAncestor(item.parent, matches));
}

/** The lines of items, those of neighbours together: each move reads the whole text again. */
function runsOf(items: readonly ListItem[]): Set<number>[] {
  const runs: Set<number>[] = [];
  let before: ListItem | null = null;
  for (const item of items) {
    if (before !== null && item.previous === before) runs.at(-1)?.add(item.line);
    else runs.push(new Set([item.line]));
    before = item;
  }
  return runs;
}

/** Makes neighbours children of the item before them; returns false without one. */
function moveIn(lines: string[], run: ReadonlySet<number>): boolean {
  const items = listItems(lines);
  const moved = items.filter(({ line }) => run.has(line));
  const parent = moved[0]?.previous;
  if (parent == null) return false;
  const sibling = items.findLast((each) => each.parent === parent);
  for (const item of moved) {
    if (sibling !== undefined) setMarker(lines, item, sibling.marker);
    shift(lines, item.line, item.end, (sibling?.indent ?? parent.content) - item.indent);
  }
  return true;
}

/** Makes neighbours siblings of their parent, and their later siblings children; returns false without a parent. */
function moveOut(lines: string[], run: ReadonlySet<number>): boolean {
  const moved = listItems(lines).filter(({ line }) => run.has(line));
  const last = moved.at(-1);
  const parent = last?.parent;
  if (last === undefined || parent == null) return false;
  for (const item of moved) {
    setMarker(lines, item, parent.marker);
    shift(lines, item.line, item.end, parent.indent - item.indent);
  }
  const content = parent.indent + parent.marker.length + 1;
  if (last.indent < content) shift(lines, last.end, parent.end, content - last.indent);
  return true;
}

const number = ({ marker }: ListItem): number => Number.parseInt(marker, 10);
const isFirst = ({ line, list }: ListItem): boolean => line === list;

/**
 * Counts numbered lists on from their first changed item. A list whose other items all have one number, which
 * Markdown allows, gets that number.
 *
 * @param before the items before the edit, if their lines are the same
 */
function renumber(
  lines: string[],
  changed: ReadonlySet<number>,
  before: readonly ListItem[] = [],
): void {
  const wasLater = new Set(before.filter((item) => !isFirst(item)).map(({ line }) => line));
  const first = Math.min(...changed);
  const last = Math.max(...changed);
  let items = listItems(lines);
  const uniform = uniformLists(items, changed);
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as ListItem;
    // Another list begins.
    if (item.line > last && item.parent === null && item.previous === null) return;
    const wanted = numberFor(item, uniform, wasLater);
    if (item.line < first || Object.is(wanted, number(item))) continue;
    const marker = `${wanted}${kindOf(item.marker)}`;
    setMarker(lines, item, marker);
    if (marker.length === item.marker.length) item.marker = marker;
    else items = listItems(lines);
  }
}

/** NaN for an item that has no number. */
function numberFor(item: ListItem, uniform: ReadonlySet<number>, wasLater: ReadonlySet<number>) {
  if (Number.isNaN(number(item))) return Number.NaN;
  if (item.previous !== null && !isFirst(item)) {
    return number(item.previous) + (uniform.has(item.list) ? 0 : 1);
  }
  return wasLater.has(item.line) ? 1 : number(item);
}

/** The lists, by first line, with at least two unchanged items that all have the same number. */
function uniformLists(items: readonly ListItem[], changed: ReadonlySet<number>): Set<number> {
  const numbers = new Map<number, number[]>();
  for (const item of items) {
    if (changed.has(item.line)) continue;
    const known = numbers.get(item.list);
    if (known === undefined) numbers.set(item.list, [number(item)]);
    else known.push(number(item));
  }
  const isUniform = (of: number[]) => of.length > 1 && of.every((each) => each === of[0]);
  return new Set([...numbers].filter(([, of]) => isUniform(of)).map(([list]) => list));
}

/** Writes a marker, and indents what belongs to the item by the difference in width. */
function setMarker(lines: string[], item: ListItem, marker: string): void {
  const { quote, indent, text } = splitLine(lines[item.line] ?? '');
  lines[item.line] = quote + ' '.repeat(indent) + marker + text.slice(item.marker.length);
  shift(lines, item.line + 1, item.end, marker.length - item.marker.length, item.content);
}

/** Indents lines that have text, if they are indented by at least `from` columns. */
function shift(lines: string[], start: number, end: number, columns: number, from = 0): void {
  if (columns === 0) return;
  for (let at = start; at < end; at++) {
    const { quote, indent, text } = splitLine(lines[at] ?? '');
    if (text === '' || indent < from) continue;
    lines[at] = quote + ' '.repeat(Math.max(0, indent + columns)) + text;
  }
}

type Place = { line: number; column: number };

function lineIndex(text: string, at: number): number {
  return text.slice(0, at).split('\n').length - 1;
}

function placeOf(text: string, at: number): Place {
  return { line: lineIndex(text, at), column: at - (text.lastIndexOf('\n', at - 1) + 1) };
}

/** Keeps a place at its distance from the end of its line, since only beginnings change. */
function moveWith(before: readonly string[], after: readonly string[], { line, column }: Place) {
  const grown = (after[line]?.length ?? 0) - (before[line]?.length ?? 0);
  return { line, column: Math.max(0, column + grown) };
}

/** The edit between two texts: one change from the first character that differs to the last. */
function difference(
  linesBefore: readonly string[],
  linesAfter: readonly string[],
  { start, end }: { start: Place; end: Place },
): TextEdit {
  const [before, after] = [linesBefore.join('\n'), linesAfter.join('\n')];
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  let tail = 0;
  while (tail < shorter - same && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const offset = ({ line, column }: Place) =>
    linesAfter.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + column;
  return {
    changes: [
      {
        start: same,
        end: before.length - tail,
        text: after.slice(same, after.length - tail),
      },
    ],
    selection: { start: offset(start), end: offset(end) },
  };
}

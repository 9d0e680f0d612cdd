import { randomBytes } from 'node:crypto';
import type { Element, ElementContent, Root, Text } from 'hast';
import { createTermFinder, type TermMatch, type TermSpellings } from './spellings.ts';

/** The terms that a body is rendered with; every change of a spelling has a new revision. */
export type Glossary = { revision: number; terms: readonly TermSpellings[] };

/** Where a body first mentions a term: a part of its HTML that holds whole elements, in UTF-16 code units. */
export type Mention = { term: string; start: number; end: number };

type MarkedMentions = {
  /** Takes the marks out of the HTML of the tree; the mentions are in document order. */
  take: (html: string) => { html: string; mentions: Mention[] };
};

/** Elements that mentions may contain, or be in beside other text of the same paragraph. */
const INLINE = new Set(
  'abbr b bdi bdo em i ins mark q small span strong sub sup time u wbr'.split(' '),
);

/** Code, links, headings, captions and the author's own definitions: mentions in them do not count. */
const EXCLUDED = new Set(
  `a audio caption cite code del dfn figcaption h1 h2 h3 h4 h5 h6 img input kbd picture pre rp rt ruby s samp
   summary var video`.split(/\s+/),
);

/** Text of a paragraph that nothing interrupts but inline elements. */
type Run = {
  text: string;
  pieces: { node: Text; start: number; end: number; parents: readonly Parent[] }[];
  extents: Map<Parent, { start: number; end: number }>;
};
type Parent = Root | Element;

/**
 * Marks the first mention of each term in a safe tree, in place, by comments with a random name in them: no text of an
 * author can look like one. Call it before anything is drawn: formulas, structures and citations are code until then.
 */
export function markMentions(tree: Root, { terms }: Glossary): MarkedMentions {
  const nonce = randomBytes(12).toString('hex');
  const found = new Set<string>();
  if (terms.length > 0) {
    const find = createTermFinder(terms);
    readRuns(tree, (run, broken) => {
      const places: { place: Place; mark: string }[] = [];
      for (const match of find(run.text)) {
        const place = found.has(match.term) ? null : placeOf(match, run, broken);
        if (place === null) continue;
        places.push({ place, mark: `${nonce}-${found.size}` });
        found.add(match.term);
      }
      // From the end: texts that are split keep their beginning.
      for (const { place, mark } of places.reverse()) insertMarks(place, mark);
      return found.size < terms.length;
    });
  }
  return { take: (html) => takeMarks(html, nonce, [...found]) };
}

/** @param onRun returns false to stop */
function readRuns(tree: Root, onRun: (run: Run, broken: ReadonlySet<Parent>) => boolean): void {
  let run: Run = { text: '', pieces: [], extents: new Map() };
  /** Inline elements that hold more than one run. */
  const broken = new Set<Parent>();
  let isStopped = false;
  readBlock(tree);

  function readBlock(block: Parent): void {
    read(block, [block]);
    endRun([]);
  }

  function read(parent: Parent, parents: readonly Parent[]): void {
    const start = run.text.length;
    // A copy: marks are inserted while it is read.
    for (const node of [...parent.children]) {
      if (node.type === 'text') addText(node, parents);
      else if (node.type === 'element') readElement(node, parents);
      if (isStopped) return;
    }
    run.extents.set(parent, { start, end: run.text.length });
  }

  function addText(node: Text, parents: readonly Parent[]): void {
    const start = run.text.length;
    run.text += node.value;
    run.pieces.push({ node, start, end: run.text.length, parents });
  }

  function readElement(element: Element, parents: readonly Parent[]): void {
    if (INLINE.has(element.tagName)) {
      read(element, [...parents, element]);
      return;
    }
    endRun(parents.slice(1));
    if (!isStopped && !EXCLUDED.has(element.tagName)) readBlock(element);
  }

  function endRun(open: readonly Parent[]): void {
    for (const each of open) broken.add(each);
    const ended = run;
    run = { text: '', pieces: [], extents: new Map() };
    if (!isStopped && ended.text !== '') isStopped = !onRun(ended, broken);
  }
}

type Edge = { parent: Parent; node: ElementContent; offset: number };
/** The same parent holds both ends: before `start.offset` of a text, or before an element. */
type Place = { start: Edge; end: Edge };

/** Null where a mention is not a sequence of whole nodes, as in `<em>the IC</em>50`. */
function placeOf({ start, end }: TermMatch, run: Run, broken: ReadonlySet<Parent>): Place | null {
  const first = pieceWith(run, start);
  const last = pieceWith(run, end - 1);
  if (first === undefined || last === undefined) return null;
  let depth = 0;
  while (
    first.parents[depth + 1] !== undefined &&
    first.parents[depth + 1] === last.parents[depth + 1]
  ) {
    depth += 1;
  }
  const parent = first.parents[depth];
  if (parent === undefined) return null;
  const startEdge = edgeOf(first, 'start', start);
  const endEdge = edgeOf(last, 'end', end);
  return startEdge === null || endEdge === null ? null : { start: startEdge, end: endEdge };

  function edgeOf(piece: Run['pieces'][number], side: 'start' | 'end', at: number): Edge | null {
    const child = piece.parents[depth + 1] as Element | undefined;
    if (parent === undefined) return null;
    if (child === undefined) return { parent, node: piece.node, offset: at - piece.start };
    const isWhole = !broken.has(child) && run.extents.get(child)?.[side] === at;
    return isWhole ? { parent, node: child, offset: 0 } : null;
  }
}

/** The piece that holds a character of the text; a binary search. */
function pieceWith({ pieces }: Run, index: number): Run['pieces'][number] | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.end ?? 0) > index) high = middle;
    else low = middle + 1;
  }
  return pieces[low];
}

function insertMarks({ start, end }: Place, mark: string): void {
  insertAfter(end, mark);
  insertBefore(start, mark);
}

function insertAfter({ parent, node, offset }: Edge, mark: string): void {
  const rest = node.type === 'text' ? splitText(node, offset) : [];
  parent.children.splice(parent.children.indexOf(node) + 1, 0, comment(mark), ...rest);
}

function insertBefore({ parent, node, offset }: Edge, mark: string): void {
  const rest = node.type === 'text' ? splitText(node, offset) : [];
  const index = parent.children.indexOf(node);
  if (node.type === 'text') parent.children.splice(index + 1, 0, comment(mark), ...rest);
  else parent.children.splice(index, 0, comment(mark));
}

/** Shortens a text and returns what followed. */
function splitText(node: Text, offset: number): Text[] {
  const value = node.value.slice(offset);
  node.value = node.value.slice(0, offset);
  return value === '' ? [] : [{ type: 'text', value }];
}

function comment(value: string): ElementContent {
  return { type: 'comment', value };
}

function takeMarks(html: string, nonce: string, found: readonly string[]) {
  const [first = '', ...rest] = html.split(new RegExp(`<!--${nonce}-(\\d+)-->`));
  let taken = first;
  const marks = new Map<number, number[]>();
  for (let i = 0; i < rest.length; i += 2) {
    const index = Number(rest[i]);
    marks.set(index, [...(marks.get(index) ?? []), taken.length]);
    taken += rest[i + 1];
  }
  const mentions = [...marks].flatMap(([index, [start, end, ...more]]): Mention[] => {
    const term = found[index];
    const isWhole = start !== undefined && end !== undefined && more.length === 0;
    return term === undefined || !isWhole ? [] : [{ term, start, end }];
  });
  return { html: taken, mentions };
}

import type { Root } from 'hast';
import { readFragment, withinLimits, writeFragment } from '../../server/html/fragment.ts';
import { h } from '../hast.ts';
import { allowlist } from './allowlist.ts';
import { refine } from './refine.ts';

/** Rounds of serializing and parsing after which unstable markup counts as hostile. */
const MAX_ROUNDS = 8;

/** A safe tree and its markup: parsing `html` gives `tree`. */
type SafeBody = {
  tree: Root;
  html: string;
  blockLines: BlockLines;
};

/** The source lines at which elements start, from 1; null where unknown. */
export type BlockLines = (number | null)[];

/**
 * Makes a tree safe and stable: its markup, parsed again by a browser, gives the same tree. A tree
 * can be safe and still change its meaning on the way through text (a link in a link, a paragraph
 * in a paragraph, a table's stray child), which is how mutation attacks work; so it is serialized and
 * parsed until nothing changes. Null when it does not become stable.
 */
export function stabilize(tree: Root): SafeBody | null {
  const first = makeSafe(tree);
  let body = first;
  for (let round = 0; body !== null && round < MAX_ROUNDS; round++) {
    const parsed = readFragment(body.html);
    const again = parsed && makeSafe(parsed);
    // The markup is unchanged, so the positions in the first tree, parsed from the source, still hold.
    if (again?.html === body.html) {
      return { ...again, blockLines: body === first ? linesOfBlocks(first.tree) : [] };
    }
    body = again;
  }
  return null;
}

function linesOfBlocks({ children }: Root): BlockLines {
  return children
    .filter(({ type }) => type === 'element')
    .map(({ position }) => position?.start.line ?? null);
}

export function sourceAsBody(source: string): SafeBody {
  const value = source.replace(/\r\n?/g, '\n').replace(/^\n+/, '').replaceAll('\0', '\u{FFFD}');
  const tree: Root = { type: 'root', children: [h('pre', {}, value)] };
  return { tree, html: writeFragment(tree), blockLines: [1] };
}

function makeSafe(tree: Root): Omit<SafeBody, 'blockLines'> | null {
  return withinLimits(() => {
    const safe = allowlist(tree);
    const ids = new Set<string>();
    safe.children = safe.children.flatMap((child) => refine(child, ids));
    return { tree: safe, html: writeFragment(safe) };
  });
}

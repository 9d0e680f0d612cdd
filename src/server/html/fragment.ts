import type { Nodes, Root } from 'hast';
import type { Nodes as MarkdownNodes } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { escapeInTags } from './read-tags.ts';

/** Levels of nesting. Browsers flatten documents beyond 512, and the tree walkers recurse. */
const MAX_DEPTH = 200;

type Tree = Nodes | MarkdownNodes;

const reader = unified().use(rehypeParse, { fragment: true }).freeze();
const writer = unified().use(rehypeStringify).freeze();

/** Parses markup as a browser with scripting off does; null beyond `MAX_DEPTH`. */
export function readFragment(html: string): Root | null {
  return boundedTree(() => reader.parse(html));
}

/**
 * Escapes every `<` and `>` of attribute values, which rehype-stringify leaves: what searches the
 * text for tags would find some there.
 */
export function writeFragment(tree: Root): string {
  return escapeInTags(writer.stringify(tree));
}

/** The tree that `make` returns; null when it is too deep for `make` or for later tree walkers. */
export function boundedTree<T extends Tree>(make: () => T): T | null {
  const tree = withinLimits(make);
  if (tree === null || isTooDeep(tree)) return null;
  dropPartialPositions(tree);
  return tree;
}

/** hast-util-from-parse5 gives some nodes a position without a start, which its type does not know. */
function dropPartialPositions(node: Tree): void {
  if (node.position?.start === undefined || node.position.end === undefined) delete node.position;
  if ('children' in node) for (const child of node.children) dropPartialPositions(child);
}

/** Null when the call stack, or the longest possible string or argument list, is exceeded. */
export function withinLimits<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isTooDeep(tree: Tree): boolean {
  let level: readonly Tree[] = [tree];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((node): readonly Tree[] => ('children' in node ? node.children : []));
    if (level.length === 0) return false;
  }
  return true;
}

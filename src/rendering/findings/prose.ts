import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';

/** Text of a paragraph, cell, caption or heading. */
export type Prose = {
  tagName: string;
  text: string;
  /** Headings begin sections. */
  section: number;
  /** The line of the source at which a character stands. */
  lineAt: (offset: number) => number;
};

/** A part lies in one line of the source. */
type Part = { start: number; line: number };

const BLOCKS = new Set(
  'p li td th figcaption caption dt dd blockquote div section summary h1 h2 h3 h4 h5 h6'.split(' '),
);
const SKIPPED = new Set(['pre', 'script', 'style', 'svg', 'math']);

/**
 * Reads the texts of a tree as parsed, with positions in the source, in document order. Code and formulas are backticks.
 */
export function readProse(tree: Root): Prose[] {
  const found: { prose: Prose; parts: Part[] }[] = [];
  let section = 0;
  let line = 1;
  let current = begin('p');
  visit(tree);
  return found.filter(({ prose }) => prose.text.trim() !== '').map(({ prose }) => prose);

  function begin(tagName: string) {
    const parts: Part[] = [];
    const prose: Prose = {
      tagName,
      text: '',
      section,
      lineAt: (offset) => lineOf(parts, offset),
    };
    const block = { prose, parts };
    found.push(block);
    return block;
  }

  function add(text: string, at: number): void {
    for (const [index, written] of text.split(/(?<=\n)/).entries()) {
      current.parts.push({ start: current.prose.text.length, line: at + index });
      current.prose.text += written;
    }
  }

  function visit(parent: Root | Element): void {
    for (const node of parent.children) {
      line = node.position?.start.line ?? line;
      if (node.type === 'text') add(node.value, line);
      else if (node.type === 'element' && !SKIPPED.has(node.tagName)) visitElement(node);
    }
  }

  function visitElement(node: Element): void {
    const { tagName } = node;
    if (tagName === 'code') add(spoken(node), line);
    else if (tagName === 'br') add(' ', line);
    else if (BLOCKS.has(tagName)) {
      const outer = current;
      if (/^h[1-6]$/.test(tagName)) section += 1;
      current = begin(tagName);
      visit(node);
      current = outer.prose.tagName === 'p' ? begin('p') : outer;
    } else visit(node);
  }
}

/** A citation is read as it is written; other code says nothing. */
function spoken(code: Element): string {
  return code.properties.dataScience === 'citation' ? textOf(code) : '`';
}

/** Looks by bisection: a text may be a single paragraph of 2 MB with a match in every word. */
function lineOf(parts: readonly Part[], offset: number): number {
  let [from, to] = [0, parts.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((parts[middle]?.start ?? 0) <= offset) from = middle;
    else to = middle;
  }
  return parts[from]?.line ?? 1;
}

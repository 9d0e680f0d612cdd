import type { Element, Nodes, Parents, Root } from 'hast';
import { elementsOf, isBlankTree } from './pasted-elements.ts';

type Footnotes = {
  /** The number that each link to a footnote shows. */
  references: ReadonlyMap<Element, number>;
  notes: { number: number; content: Element }[];
};

const BLOCK = /^(?:p|li|dd|div|td)$/;

/**
 * Takes the footnotes out of a tree. A link and a later block that links back to it are a reference and its
 * footnote, which holds for Word, Google Docs, LibreOffice, Wikipedia, GitHub and our own pages alike.
 *
 * @param first the number of the first footnote
 */
export function takeFootnotes(root: Root, first: number): Footnotes {
  const document = linksOf(root);
  const { elements, parents, blockOf, isWithin } = document;
  const numbers = new Map<Element, number>();
  const references = new Map<Element, number>();
  const backlinks = new Set<Element>();
  for (const link of elements) {
    const note = document.noteOf(link);
    const back = note === null ? [] : document.backlinksIn(blockOf(note), link);
    if (note === null || (back.length === 0 && !numbers.has(note))) continue;
    numbers.set(note, numbers.get(note) ?? first + numbers.size);
    references.set(link, numbers.get(note) ?? first);
    for (const each of back) backlinks.add(each);
  }
  /** Word puts the paragraphs of a footnote into an element of their own. */
  const contentOf = (note: Element): Element => {
    const block = blockOf(note);
    const parent = parents.get(block);
    const isWrapped = parent?.type === 'element' && parent.tagName === 'div';
    if (block.tagName !== 'p' || !isWrapped) return block;
    const others = [...references.keys(), ...numbers.keys()].filter((each) => each !== note);
    return others.some((each) => isWithin(each, parent)) ? block : parent;
  };
  const notes = [...numbers].map(([note, number]) => ({ number, content: contentOf(note) }));
  for (const each of backlinks) remove(each, parents);
  for (const { content } of notes) removeWithRule(content, parents);
  return { references, notes };
}

/** The links within a document. */
function linksOf(root: Root) {
  const elements = elementsOf(root);
  const parents = new Map<Nodes, Parents>();
  for (const parent of [root, ...elements]) {
    for (const child of parent.children) parents.set(child, parent);
  }
  const order = new Map(elements.map((element, index) => [element, index]));
  // The first element of a name has it.
  const named = new Map(
    elements.toReversed().flatMap((each) => namesOf(each).map((name) => [name, each] as const)),
  );
  const upFrom = (node: Nodes): Nodes[] => {
    const parent = parents.get(node);
    return parent === undefined ? [node] : [node, ...upFrom(parent)];
  };
  const isWithin = (node: Nodes, outer: Nodes) => upFrom(node).includes(outer);
  /** An anchor names the block that it is in. */
  const blockOf = (note: Element): Element => {
    const blocks = upFrom(note).filter((each) => each.type === 'element');
    const isAnchor = /^(?:a|b|i|span|su[bp])$/.test(note.tagName);
    return (isAnchor && blocks.find(({ tagName }) => BLOCK.test(tagName))) || note;
  };
  return {
    elements,
    parents,
    blockOf,
    isWithin,
    /** The later element that a link leads to. */
    noteOf: (link: Element): Element | null => {
      const note = named.get(fragmentOf(link));
      const isLater = note !== undefined && (order.get(note) ?? 0) > (order.get(link) ?? 0);
      return isLater && !isWithin(link, blockOf(note)) ? note : null;
    },
    /** Those that lead to a link, or to what is around or in it. */
    backlinksIn: (block: Element, link: Element): Element[] =>
      [block, ...elementsOf(block)].filter((each) => {
        const target = named.get(fragmentOf(each));
        return target !== undefined && (isWithin(target, link) || isWithin(link, target));
      }),
  };
}

/** Comments of reviewers are linked like footnotes. */
function namesOf({ properties: { id, name } }: Element): string[] {
  return [id, name]
    .map((each) => String(each ?? ''))
    .filter((each) => each !== '' && !/cmnt|_msocom/.test(each));
}

/** Browsers and Word on the web write the whole URL of the page or file. */
function fragmentOf({ tagName, properties }: Element): string {
  const [, fragment = ''] = /#(.+)$/.exec(String(properties.href ?? '')) ?? [];
  return tagName === 'a' ? fragment : '';
}

function remove(node: Element, parents: ReadonlyMap<Nodes, Parents>): void {
  const parent = parents.get(node);
  const at = parent?.children.indexOf(node) ?? -1;
  if (at !== -1) parent?.children.splice(at, 1);
}

/** Removes a footnote, the rule or heading before it, and what is empty without it. */
function removeWithRule(node: Element, parents: ReadonlyMap<Nodes, Parents>): void {
  const parent = parents.get(node);
  const at = parent?.children.indexOf(node) ?? -1;
  if (parent === undefined || at === -1) return;
  let start = at;
  while (start > 0 && isRule(parent.children[start - 1] as Nodes)) start--;
  parent.children.splice(start, at + 1 - start);
  if (parent.type === 'element' && isBlankTree(parent)) removeWithRule(parent, parents);
}

function isRule(node: Nodes): boolean {
  if (node.type !== 'element') return isBlankTree(node);
  return /^[hb]r$/.test(node.tagName) || /footnote-label/.test(String(node.properties.id));
}

import type { Element, Nodes, Parents, Root } from 'hast';
import { elementsOf, isBlankTree, make } from './pasted-elements.ts';

/**
 * Moves the footnotes of a tree to its end, as `footnote` with `footnote-reference` for the links to them. A link and a
 * later block that links back to it are a reference and its footnote, which holds for Word, Google Docs, LibreOffice,
 * Wikipedia, GitHub and our own pages alike.
 *
 * @param first the number of the first footnote
 */
export function moveFootnotes(root: Root, first: number): void {
  const links = linksOf(root);
  const numbers = new Map<Element, number>();
  const references = new Map<Element, number>();
  const backlinks = new Set<Element>();
  for (const link of links.elements) {
    const note = links.noteOf(link);
    const back = note === null ? [] : links.backlinksIn(note, link);
    if (note === null || (back.length === 0 && !numbers.has(note))) continue;
    numbers.set(note, numbers.get(note) ?? first + numbers.size);
    references.set(link, numbers.get(note) ?? first);
    for (const each of back) backlinks.add(each);
  }
  const all = [...references.keys(), ...numbers.keys()];
  const contents = [...numbers].map(([note, number]) => {
    return { number, content: links.contentOf(note, all) };
  });
  for (const [link, number] of references) {
    const text = { type: 'text', value: `${number}` } as const;
    Object.assign(link, make('footnote-reference', [text], { number }));
  }
  for (const link of backlinks) Object.assign(link, make('noscript', []));
  for (const { number, content } of contents) {
    removeWithRule(content, links.parents);
    root.children.push(make('footnote', content.children, { number }));
  }
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
  const targetOf = (link: Element) => named.get(fragmentOf(link));
  const upFrom = (node: Nodes): Nodes[] => {
    const parent = parents.get(node);
    return parent === undefined ? [node] : [node, ...upFrom(parent)];
  };
  const isWithin = (node: Nodes, outer: Nodes) => upFrom(node).includes(outer);
  return {
    elements,
    parents,
    /** The later block that a link leads to; an anchor names the block that it is in. */
    noteOf: (link: Element): Element | null => {
      const target = targetOf(link);
      if (target === undefined || (order.get(target) ?? 0) <= (order.get(link) ?? 0)) return null;
      const isBlock = (each: Nodes): each is Element =>
        each.type === 'element' && /^(?:p|li|dd|div|td)$/.test(each.tagName);
      const isAnchor = /^(?:a|b|i|span|su[bp])$/.test(target.tagName);
      const block = (isAnchor && upFrom(target).find(isBlock)) || target;
      return isWithin(link, block) ? null : block;
    },
    /** Those that lead to a link, or to what is around or in it. */
    backlinksIn: (note: Element, link: Element): Element[] =>
      [note, ...elementsOf(note)].filter((each) => {
        const target = targetOf(each);
        return target !== undefined && (isWithin(target, link) || isWithin(link, target));
      }),
    /** Word puts the paragraphs of a footnote into an element of their own. */
    contentOf: (note: Element, all: readonly Element[]): Element => {
      const parent = parents.get(note);
      const isWrapped = parent?.type === 'element' && parent.tagName === 'div';
      if (note.tagName !== 'p' || !isWrapped) return note;
      const isShared = all.some((each) => each !== note && isWithin(each, parent));
      return isShared ? note : parent;
    },
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

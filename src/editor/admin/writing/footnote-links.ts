import type { Element, Nodes, Parents, Root } from 'hast';
import { elementsOf, isBlankTree } from './pasted-elements.ts';

export type Footnotes = {
  /** The number that each link to a footnote shows. */
  references: ReadonlyMap<Element, number>;
  notes: { number: number; content: Element }[];
};

const BLOCK = /^(?:p|li|dd|div|td)$/;
/** Comments of reviewers are linked like footnotes. */
const COMMENT = /cmnt|_msocom/;

/**
 * Takes the footnotes out of a tree. A link and a later element that links back to it are a reference and its
 * footnote, which holds for Word, Google Docs, LibreOffice, Wikipedia, GitHub and our own pages alike.
 *
 * @param first the number of the first footnote
 */
export function takeFootnotes(root: Root, first: number): Footnotes {
  const document = linksOf(root);
  const { links, backlinks, parents, isWithin } = document;
  const numbers = new Map<Element, number>();
  const references = new Map<Element, number>();
  for (const link of links) {
    const note = document.noteOf(link);
    if (note === null || !(numbers.has(note) || document.isAnswered(link, note))) continue;
    const number = numbers.get(note) ?? first + numbers.size;
    numbers.set(note, number);
    references.set(link, number);
  }

  /** The block that a footnote's name stands in: its paragraph, or what holds that and nothing else's. */
  const blockOf = (note: Element): Element => {
    const outer = [note, ...document.upFrom(note)].filter((each) => each.type === 'element');
    const block = outer.find(({ tagName }) => BLOCK.test(tagName)) ?? note;
    const parent = parents.get(block);
    const isAlone = block.tagName === 'p' && parent?.type === 'element' && parent.tagName === 'div';
    if (!isAlone) return block;
    const others = [...references.keys(), ...numbers.keys()].filter((each) => each !== note);
    return others.some((each) => isWithin(each, parent)) ? block : parent;
  };
  const notes = [...numbers].map(([note, number]) => {
    const content = blockOf(note);
    for (const back of backlinks.get(note) ?? []) remove(back, parents);
    return { number, content };
  });
  for (const { content } of notes) removeWithRule(content, parents);
  return { references, notes };
}

/** The links within a document. */
function linksOf(root: Root) {
  const elements = elementsOf(root);
  const parents = new Map<Nodes, Parents>([root, ...elements].flatMap(childrenWithParent));
  const order = new Map(elements.map((element, index) => [element, index]));
  // The first element of a name has it.
  const named = new Map(
    elements.toReversed().flatMap((each) => namesOf(each).map((name) => [name, each] as const)),
  );
  const links = elements.filter(
    (each) =>
      named.has(fragmentOf(each)) || /^(?:file:[^#]*)?#./.test(String(each.properties.href ?? '')),
  );
  const upFrom = (node: Nodes): Parents[] => {
    const parent = parents.get(node);
    return parent === undefined ? [] : [parent, ...upFrom(parent)];
  };
  const isWithin = (node: Nodes, outer: Nodes) =>
    node === outer || upFrom(node).includes(outer as Parents);
  /** The links that are in a named element, or are it. */
  const backlinks = new Map<Element, Element[]>();
  for (const link of links) {
    for (const outer of [link, ...upFrom(link)]) {
      if (outer.type !== 'element' || namesOf(outer).length === 0) continue;
      backlinks.set(outer, [...(backlinks.get(outer) ?? []), link]);
    }
  }
  return {
    links,
    backlinks,
    parents,
    upFrom,
    isWithin,
    /** The later element that a link leads to. */
    noteOf: (link: Element): Element | null => {
      const note = named.get(fragmentOf(link));
      const isLater = note !== undefined && (order.get(note) ?? 0) > (order.get(link) ?? 0);
      return isLater && !isWithin(link, note) ? note : null;
    },
    /** A link in the note leads back to the link, or to what is around or in it. */
    isAnswered: (link: Element, note: Element): boolean =>
      (backlinks.get(note) ?? []).some((back) => {
        const target = named.get(fragmentOf(back));
        return target !== undefined && (isWithin(link, target) || isWithin(target, link));
      }),
  };
}

function childrenWithParent(parent: Parents): [Nodes, Parents][] {
  return parent.children.map((child) => [child, parent]);
}

function namesOf({ properties: { id, name } }: Element): string[] {
  return [id, name]
    .map((each) => String(each ?? ''))
    .filter((each) => each !== '' && !COMMENT.test(each));
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

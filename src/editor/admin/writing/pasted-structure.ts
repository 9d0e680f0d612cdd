import type { Element, ElementContent, Nodes, Parents, Root } from 'hast';
import { classesOf, elementsOf, isBlankTree, make, styleOf, textOf } from './pasted-elements.ts';

/**
 * A link and a later block that links back to it are a reference and its footnote: so it is in
 * Word, Google Docs, LibreOffice, Wikipedia, GitHub and our own pages.
 *
 * @param first the number of the first footnote
 */
export function moveFootnotes(root: Root, first: number): void {
  const elements = elementsOf(root);
  const parents = new Map<Nodes, Parents>();
  for (const parent of [root, ...elements]) {
    for (const child of parent.children) parents.set(child, parent);
  }
  const upFrom = (node: Nodes): Nodes[] => {
    const parent = parents.get(node);
    return parent === undefined ? [node] : [node, ...upFrom(parent)];
  };
  const isWithin = (node: Nodes, outer: Nodes) => upFrom(node).includes(outer);
  // The first element of a name has it.
  const named = new Map(
    elements.toReversed().flatMap((each) => namesOf(each).map((name) => [name, each] as const)),
  );
  const order = new Map(elements.map((element, index) => [element, index]));

  /** The later block that a link leads to; an anchor names the block that it is in. */
  function noteOf(link: Element): Element | null {
    const target = named.get(fragmentOf(link));
    if (target === undefined || (order.get(target) ?? 0) <= (order.get(link) ?? 0)) return null;
    const isBlock = (each: Nodes): each is Element =>
      each.type === 'element' && /^(?:p|li|dd|div|td)$/.test(each.tagName);
    const isAnchor = /^(?:a|b|i|span|su[bp])$/.test(target.tagName);
    const block = (isAnchor && upFrom(target).find(isBlock)) || target;
    return isWithin(link, block) ? null : block;
  }

  /** Those that lead to a link, or to what is around or in it. */
  const backlinksIn = (note: Element, link: Element) =>
    [note, ...elementsOf(note)].filter((each) => {
      const target = named.get(fragmentOf(each));
      return target !== undefined && (isWithin(target, link) || isWithin(link, target));
    });

  const numbers = new Map<Element, number>();
  const references = new Map<Element, Element>();
  for (const link of elements) {
    const note = noteOf(link);
    const isNote = note && (numbers.has(note) || backlinksIn(note, link).length > 0);
    if (!isNote) continue;
    numbers.set(note, numbers.get(note) ?? first + numbers.size);
    references.set(link, note);
  }

  /** Word puts the paragraphs of a footnote into an element of their own. */
  function contentOf(note: Element): Element {
    const parent = parents.get(note);
    const isWrapped = parent?.type === 'element' && parent.tagName === 'div';
    if (note.tagName !== 'p' || !isWrapped) return note;
    const others = [...references.keys(), ...numbers.keys()].filter((each) => each !== note);
    return others.some((each) => isWithin(each, parent)) ? note : parent;
  }

  const backlinks = [...references].flatMap(([link, note]) => backlinksIn(note, link));
  const contents = [...numbers].map(([note, number]) => ({ number, content: contentOf(note) }));
  for (const [link, note] of references) {
    const number = numbers.get(note) ?? first;
    const text = { type: 'text', value: `${number}` } as const;
    Object.assign(link, make('footnote-reference', [text], { number }));
  }
  for (const link of backlinks) Object.assign(link, make('noscript', []));
  for (const { number, content } of contents) {
    removeWithRule(content, parents);
    root.children.push(make('footnote', content.children, { number }));
  }
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

/** Parts of one list have the same id. */
type Levelled = { list: Element; level: number; id: string };

/**
 * Nests the lists of Word, whose items are paragraphs with a level, and of Word on the web, whose every item is a list of
 * its own.
 */
export function nestLevels(parent: Parents): void {
  const open: Levelled[] = [];
  const children: ElementContent[] = [];
  for (const child of parent.children.flatMap(unwrapped)) {
    const levelled = child.type === 'element' ? levelledOf(child) : null;
    if (levelled !== null) children.push(...addTo(open, levelled));
    else {
      if (!isBlankTree(child)) open.length = 0;
      children.push(child as ElementContent);
    }
  }
  parent.children = children;
  for (const child of children) if (child.type === 'element') nestLevels(child);
}

/**
 * Adds a part to the open lists, of which each is inside the one before.
 *
 * @returns the list, when it is in none of them
 */
function addTo(open: Levelled[], added: Levelled): Element[] {
  while ((open.at(-1)?.level ?? 0) > added.level) open.pop();
  const last = open.at(-1);
  const isSame = last?.id === added.id && last.list.tagName === added.list.tagName;
  if (last?.level === added.level && isSame) {
    last.list.children.push(...added.list.children);
    return [];
  }
  if (last?.level === added.level) open.pop();
  const item = open.at(-1)?.list.children.findLast((each) => each.type === 'element');
  open.push(added);
  if (item?.type !== 'element') return [added.list];
  item.children.push(added.list);
  return [];
}

/** Word on the web puts each item's list in an element of its own. */
function unwrapped(node: Parents['children'][number]): Parents['children'] {
  const isWrapper = node.type === 'element' && /ListContainerWrapper/.test(classesOf(node));
  return isWrapper ? node.children : [node];
}

function levelledOf(element: Element): Levelled | null {
  if (/^(?:p|div)$/.test(element.tagName)) return wordItem(element);
  if (!/^[uo]l$/.test(element.tagName)) return null;
  const first = element.children.find((child) => child.type === 'element')?.properties ?? {};
  const { dataAriaLevel, dataListid } = first;
  if (dataAriaLevel === undefined) return null;
  return { list: element, level: Number(dataAriaLevel), id: String(dataListid) };
}

/** A paragraph of Word with `mso-list: l0 level2 lfo1`; its marker is text. */
function wordItem(element: Element): Levelled | null {
  const [, id, level] = /^(l\d+)\s+level(\d+)/.exec(styleOf(element, 'mso-list')) ?? [];
  if (id === undefined) return null;
  const marker = elementsOf(element).find((each) => styleOf(each, 'mso-list') === 'ignore');
  const [, number] = /^\W*(\w{1,5}|[\d.]+)[.)]/.exec(marker ? textOf(marker).trim() : '') ?? [];
  const item = make('li', element.children);
  const start = Number(number);
  const list =
    number === undefined
      ? make('ul', [item])
      : make('ol', [item], Number.isInteger(start) && start > 1 ? { start } : {});
  return { list, level: Number(level), id };
}

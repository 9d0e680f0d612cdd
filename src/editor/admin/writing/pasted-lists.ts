import type { Element, ElementContent, Parents } from 'hast';
import { classesOf, elementsOf, isBlankTree, make, styleOf, textOf } from './pasted-elements.ts';

/** A list, or part of one, that says how deep it is. Parts of one list have the same id. */
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

import type { Element, Root } from 'hast';

/** `margin.css` can place this many footnotes beside the text. */
const MAX_BESIDE = 4;

/**
 * Gives the first reference to each footnote a class with the number of the note, and the list of a few notes one by
 * which the page shows them beside the text; in place.
 */
export function numberFootnotes(tree: Root): void {
  const numbers = new Map<string, number>();
  const references: Element[] = [];
  const lists: Element[] = [];
  visit(tree, (element, isInNotes) => {
    const { properties, tagName } = element;
    if (properties.dataFootnotes !== undefined) lists.push(element);
    else if (isInNotes && tagName === 'li' && typeof properties.id === 'string') {
      numbers.set(`#${properties.id}`, numbers.size + 1);
    } else if (!isInNotes && properties.dataFootnoteRef !== undefined) references.push(element);
  });
  const [list] = lists;
  if (list === undefined || lists.length > 1 || numbers.size > MAX_BESIDE) return;
  list.properties.className = ['margin-notes'];
  for (const { properties } of references) {
    const number = numbers.get(String(properties.href));
    if (number === undefined) continue;
    properties.className = [`note-ref-${number}`];
    numbers.delete(String(properties.href));
  }
}

function visit(
  parent: Root | Element,
  act: (element: Element, isInNotes: boolean) => void,
  isInNotes = false,
): void {
  for (const node of parent.children) {
    if (node.type !== 'element') continue;
    act(node, isInNotes);
    visit(node, act, isInNotes || node.properties.dataFootnotes !== undefined);
  }
}

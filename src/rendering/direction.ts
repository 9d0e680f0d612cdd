import type { Element, RootContent } from 'hast';

/** The Unicode blocks of right-to-left scripts: Hebrew, Arabic, Syriac, Thaana, N'Ko and others. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const TEXT_BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 li dt dd th td caption figcaption summary'.split(' '),
);
/** Elements that contain blocks or text of their own. */
const CONTAINERS = new Set('blockquote div section address figure details'.split(' '));
/** A paragraph in these inherits its direction, so that a list item's marker is on the side of its text. */
const PARAGRAPH_PARENTS = new Set('li dt dd th td caption figcaption summary'.split(' '));

type Context = {
  parent: string;
  /** Something around the element, or beside it in its list, may be right-to-left. */
  isBidirectional: boolean;
};

/**
 * Sets `dir="auto"`, in place, on blocks of text that contain right-to-left letters and on the blocks in
 * them; a list or a table takes the direction of its first letter, for its markers or the order of its columns. Elements with a `dir` of the
 * author's are left alone, with everything in them.
 */
export function setDirections(nodes: readonly RootContent[]): void {
  if (nodes.some(holdsRightToLeft)) setWithin(nodes, { parent: '', isBidirectional: false });
}

/** Formulas are left-to-right. */
function lettersOf(node: RootContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || node.tagName === 'math') return '';
  return node.children.map(lettersOf).join('');
}

function holdsRightToLeft(node: RootContent): boolean {
  return RIGHT_TO_LEFT.test(lettersOf(node));
}

function beginsRightToLeft(element: Element): boolean {
  return RIGHT_TO_LEFT.test(/\p{L}/u.exec(lettersOf(element))?.[0] ?? '');
}

function setWithin(nodes: readonly RootContent[], context: Context): void {
  for (const element of nodes) {
    if (element.type !== 'element' || element.properties.dir !== undefined) continue;
    const { tagName, children } = element;
    const needsDirection = context.isBidirectional || holdsRightToLeft(element);
    const direction = needsDirection ? directionOf(element, context) : undefined;
    if (direction !== undefined) element.properties.dir = direction;
    const isBidirectional =
      context.isBidirectional || direction !== undefined || (needsDirection && isList(element));
    if (needsDirection) setWithin(children, { parent: tagName, isBidirectional });
  }
}

function directionOf(element: Element, { parent, isBidirectional }: Context): string | undefined {
  const { tagName, children } = element;
  if (isList(element) || tagName === 'table') {
    // `auto` skips descendants that have a `dir` of their own, as list items and cells do.
    if (beginsRightToLeft(element)) return 'rtl';
    return isBidirectional ? 'ltr' : undefined;
  }
  if (tagName === 'p' && PARAGRAPH_PARENTS.has(parent)) return undefined;
  const holdsText = children.some((node) => node.type === 'text' && node.value.trim() !== '');
  if (TEXT_BLOCKS.has(tagName) || (CONTAINERS.has(tagName) && holdsText)) return 'auto';
  // Its line is at the side at which its paragraphs begin.
  return tagName === 'blockquote' && beginsRightToLeft(element) ? 'rtl' : undefined;
}

function isList({ tagName }: Element): boolean {
  return tagName === 'ul' || tagName === 'ol';
}

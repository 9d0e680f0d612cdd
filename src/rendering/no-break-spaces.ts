import type { Element, Root, RootContent, Text } from 'hast';

const SPACE = '\u00a0';
const WORD_JOINER = '\u2060';

/** Elements whose text is copied literally, or which break by rules of their own. */
const VERBATIM = new Set('code kbd math pre samp svg var'.split(' '));

/** Units of chemistry and biology, with their prefixes; letters after them make another word of them. */
const UNIT =
  '(?:[fpnµμmckMGT]?(?:M|mol|L|g|m|s|Da|Hz|V|A|W|J|K|Pa|eV|cal|bp|Ci|Bq|Sv|IU|U)|°C|°F|Å|%|h|min|d|ppm|ppb|rpm)(?![\\p{L}\\p{N}])';
/** Values of ranges too: `10 ± 2 nM`, `[S] = 2 mM`. */
const QUANTITY = new RegExp(`(?<=\\p{N}) (?=${UNIT})`, 'gu');
const OPERATOR = / ([=≈≠≤≥<>±×∝]) (?=\S)/g;
const LAST_OPERATOR = / ([=≈≠≤≥<>±×∝]) $/;
/** A bound, as a cell holds it: `> 10 µM`. */
const FIRST_OPERATOR = /(?<=^|[(“"‘[])([≈≤≥<>±]) (?=\p{N})/gu;
/** `five-fold`, and not `fold on` at the beginning of a line. Inter has no hyphen that does not break (U+2011). */
const FOLD = /(?<=[\p{L}\p{N}]-)(?=folds?\b)/gu;
/** Operators between terms: a slash of prose has no spaces, and a minus sign is not the hyphen of the keyboard. */
const TERM = /(?<=^|[\p{L}\p{N})\]]) ([/+−]) (?=[\p{L}\p{N}([])/gu;

/**
 * Keeps quantities and equations on one line, in place: the spaces in “100 nM” and “SI = 30” become no-break spaces. A
 * narrow column still breaks what is longer than a line (`overflow-wrap`).
 */
export function addNoBreakSpaces(tree: Root): void {
  visit(tree.children);
}

function visit(nodes: readonly RootContent[]): void {
  let run: Text[] = [];
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'text') run.push(node);
    // Marks of terms are comments: the text around them is read as one.
    if (node.type !== 'element') continue;
    bind(run, node);
    run = [];
    if (node.properties.dataTex !== undefined) holdPunctuation(nodes[index + 1]);
    if (!VERBATIM.has(node.tagName)) visit(node.children);
  }
  bind(run, null);
}

/** A line may end after a formula, as after a picture, but no line begins with a comma. */
function holdPunctuation(next: RootContent | undefined): void {
  if (next?.type === 'text' && /^[,.;:!?)\]’”]/.test(next.value)) {
    next.value = WORD_JOINER + next.value;
  }
}

/** Every replacement is as long as what it replaces, so that the texts keep their lengths. */
function bind(run: readonly Text[], next: Element | null): void {
  let bound = run
    .map(({ value }) => value)
    .join('')
    .replace(QUANTITY, SPACE)
    .replace(OPERATOR, `${SPACE}$1${SPACE}`)
    .replace(FIRST_OPERATOR, `$1${SPACE}`)
    .replace(TERM, `${SPACE}$1${SPACE}`);
  if (next !== null) bound = bound.replace(LAST_OPERATOR, `${SPACE}$1${SPACE}`);
  if (next !== null && isBriefCitation(next)) bound = bound.replace(/ $/, SPACE);
  for (const text of run) {
    const { length } = text.value;
    text.value = bound.slice(0, length).replace(FOLD, WORD_JOINER);
    bound = bound.slice(length);
  }
}

/** `[1]`, with which no line begins. */
function isBriefCitation({ properties: { className } }: Element): boolean {
  return Array.isArray(className) && className.includes('citation-brief');
}

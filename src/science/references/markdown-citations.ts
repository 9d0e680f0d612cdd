import type { Nodes, PhrasingContent, Root, RootContent, Text } from 'mdast';

const KEY = String.raw`[\p{L}\p{N}_]+(?:[:.#$%&+?~/-][\p{L}\p{N}_]+)*`;
const AT_KEY = String.raw`@(?:\{(?<braced>[^{}\s]+)\}|(?<bare>${KEY}))`;
const NARRATIVE = new RegExp(String.raw`^(?<work>${AT_KEY}) ?(?:\[(?<others>[^\][]+)\])?$`, 'u');
/** No letter of a word or an email stands before `@`. */
const ITEM = new RegExp(
  String.raw`^(?<prefix>(?:[^@]*[^\p{L}\p{N}_.+@/\\-])?)(?<minus>-?)${AT_KEY}(?:\s?\{(?<place>[^{}@]*)\})?(?<locator>(?:[,:]?\s|,)[^@]*)?$`,
  'u',
);

/** UTF-16 code units; longer brackets are prose. */
export const MAX_CITATION = 1_000;

/** Parses `[see @a, p. 3; -@b]`, `@a` or `@a [p. 3]`, by Pandoc's syntax; null when it is not a citation. */
export function parseCitation(source: string) {
  if (source.length > MAX_CITATION) return null;
  const written = source.trim().replace(/\s+/g, ' ').normalize('NFC');
  const { work, others = '' } = NARRATIVE.exec(written)?.groups ?? {};
  if (work === undefined && !(written.startsWith('[') && written.endsWith(']'))) return null;
  const parts = (work === undefined ? written.slice(1, -1) : others).split(';');
  const [place = ''] = parts;
  // Of `@a [p. 3; @b]`, the first place is that of the work before it.
  if (work !== undefined && place.includes('@')) parts.unshift(work);
  else if (work !== undefined) parts[0] = place === '' ? work : `${work}, ${place}`;
  const groups = parts.map((part) => ITEM.exec(part.trim())?.groups);
  if (groups.includes(undefined)) return null;
  return {
    /** A bare `@key`: the authors are part of the sentence. */
    isNarrative: work !== undefined,
    items: groups.map((group = {}) => itemOf(group)),
  };
}

export type Citation = NonNullable<ReturnType<typeof parseCitation>>;
export type CitedItem = ReturnType<typeof itemOf>;

function itemOf(groups: Record<string, string | undefined>) {
  const { prefix = '', minus, braced, bare = '', place = '', locator = '' } = groups;
  const places = [place, locator.replace(/^[,:]|[{}]/g, '')].map((part) => part.trim());
  return {
    prefix: prefix.trim(),
    key: braced ?? bare,
    /** `-@key`: the text has named the authors, or what kind of element it is. */
    isAuthorSuppressed: minus === '-',
    locator: places
      .filter(Boolean)
      .join(', ')
      .replace(/-{2,3}/g, '–'),
  };
}

/** Words before a label that name its kind: `Fig.`, `Tables`. */
export const KIND_NAME = /\b(?:fig(?:ure)?|tab(?:le)?|eqn?|equation)s?\.?\s*$/i;

export function isLabelKey(key: string): boolean {
  return /^(?:fig|eq|tbl)-./.test(key);
}

/** Not in an email address, a URL or a key. */
const BARE = String.raw`(?<![\p{L}\p{N}.+/@=:&#\\]-?)@(?:\{[^{}\s]+\}|${KEY})(?: ?\[(?!\^)[^\][]{1,200}\])?`;
const GROUP = String.raw`\[[^\][]{1,${MAX_CITATION}}\]`;

/**
 * Replaces citations by Pandoc's syntax, `[see @a, p. 3; -@b]` and `@a`, by placeholders, in place.
 *
 * @param source that the tree was parsed from
 * @param keys decide whether `@a` is a citation: a handle is not
 */
export function markCitations(tree: Root, source: string, keys: ReadonlySet<string>): void {
  function visit(node: Nodes): void {
    if (node.type === 'link' || node.type === 'linkReference') return;
    const { caption } = (node.data ?? {}) as { caption?: PhrasingContent[] };
    if (caption !== undefined) replaceIn(caption);
    if ('children' in node) replaceIn(node.children);
  }

  function replaceIn(children: RootContent[]): void {
    for (const child of children.splice(0)) {
      const isSplit = child.type === 'text' && child.value.includes('@');
      // One by one: as arguments, thousands would overflow the stack.
      for (const part of isSplit ? split(child, source, keys) : [child]) children.push(part);
      if (!isSplit) visit(child);
    }
  }

  visit(tree);
}

function split(node: Text, source: string, keys: ReadonlySet<string>): PhrasingContent[] {
  const { value, position } = node;
  const { line, column, offset = 0 } = position?.start ?? { line: 1, column: 1 };
  const written = source.slice(offset, position?.end.offset);
  const places = placesIn(value, written);
  const isEscaped = (index: number) =>
    written[(places[index] ?? 0) - 1] === '\\' && value[index - 1] !== '\\';
  // Places are asked for in their order: the text is passed once.
  let [passed, row, rowStart] = [0, line, 1 - column];
  const pointAt = (index: number) => {
    const place = places[index] ?? written.length;
    for (const { index: end } of written.slice(passed, place).matchAll(/\n/g)) {
      row += 1;
      rowStart = passed + end + 1;
    }
    passed = Math.max(passed, place);
    return { line: row, column: place - rowStart + 1, offset: offset + place };
  };
  const parts: PhrasingContent[] = [];
  const addText = (from: number, to: number) => {
    if (from === to) return;
    const own = { start: pointAt(from), end: pointAt(to) };
    parts.push({ type: 'text', value: value.slice(from, to), position: own });
  };
  const pattern = new RegExp(`${GROUP}|${BARE}`, 'gu');
  let end = 0;
  for (let match = pattern.exec(value); match !== null; match = pattern.exec(value)) {
    const { 0: whole, index } = match;
    // Brackets after a work need not be a part of its citation.
    const found = [whole, whole.replace(/(?<=.) ?\[.*$/s, '')].find((text) =>
      isCitation(text, value[index - 1] ?? '', keys),
    );
    const isText = [index - 1, index, index + whole.indexOf('@')].some(
      (at) => at >= 0 && isEscaped(at),
    );
    if (isText || found === undefined) {
      // In brackets that are none, there may be one.
      pattern.lastIndex = index + 1;
      continue;
    }
    addText(end, index);
    end = index + found.length;
    const own = { start: pointAt(index), end: pointAt(end) };
    const { line: dataLine, column: dataColumn } = own.start;
    const hProperties = { dataScience: 'citation', dataLine, dataColumn };
    const isNamed =
      /^@\S+$/.test(found) && isLabelKey(found.slice(1)) && KIND_NAME.test(value.slice(0, index));
    const citation = isNamed ? `[-${found}]` : found.replace(/\s+/g, ' ');
    parts.push({ type: 'inlineCode', value: citation, position: own, data: { hProperties } });
  }
  if (end === 0) return [node];
  addText(end, value.length);
  return parts;
}

function isCitation(text: string, previous: string, keys: ReadonlySet<string>): boolean {
  const citation = text.includes('@') ? parseCitation(text) : null;
  if (citation === null) return false;
  if (citation.items.some(({ key }) => keys.has(key) || isLabelKey(key))) return true;
  // As in XPath's a[@href], and in brackets with a handle.
  return /^\[\s*-?@/.test(text) && !/[\p{L}\p{N}_\])*]/u.test(previous);
}

/** The longest character reference, and the marks of quotations and lists that a line may begin with. */
const MAX_SKIPPED = 64;

/** Where each character of a text stands in its source, which has escapes and the marks of quotations besides. */
function placesIn(value: string, written: string): number[] {
  let place = -1;
  return [...Array(value.length).keys()].map((index) => {
    const character = value[index] ?? '';
    const isNext = written[place + 1] === character;
    const ahead = isNext ? character : written.slice(place + 1, place + 1 + MAX_SKIPPED);
    place += 1 + ahead.indexOf(character);
    return Math.max(0, place);
  });
}

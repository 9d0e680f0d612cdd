/** A work that a citation names, or a labelled element that the text refers to. */
export type CitedItem = {
  /** `see` */
  prefix: string;
  key: string;
  /** `-@key`: the text has named the authors, or what kind of element it is. */
  isAuthorSuppressed: boolean;
  /** What follows the key, as `p. 3`. */
  locator: string;
};

export type Citation = {
  /** A bare `@key`: the authors are part of the sentence. */
  isNarrative: boolean;
  items: CitedItem[];
};

const AT_KEY = String.raw`@(?:\{(?<braced>[^{}\s]+)\}|(?<bare>[\p{L}\p{N}_]+(?:[:.#$%&+?~/-][\p{L}\p{N}_]+)*))`;
const NARRATIVE = new RegExp(String.raw`^(?<work>${AT_KEY}) ?(?:\[(?<others>[^\][]+)\])?$`, 'u');
/** No letter of a word or an email stands before `@`. */
const ITEM = new RegExp(
  String.raw`^(?<prefix>(?:[^@]*[^\p{L}\p{N}_.+@/\\-])?)(?<minus>-?)${AT_KEY}(?:\s?\{(?<place>[^{}@]*)\})?(?<locator>(?:[,:]?\s|,)[^@]*)?$`,
  'u',
);

/** UTF-16 code units; longer brackets are prose. */
export const MAX_CITATION = 1_000;

/** Parses `[see @a, p. 3; -@b]`, `@a` or `@a [p. 3]`, by Pandoc's syntax; null when it is not a citation. */
export function parseCitation(source: string): Citation | null {
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
  return { isNarrative: work !== undefined, items: groups.map((group = {}) => itemOf(group)) };
}

function itemOf(groups: Record<string, string | undefined>): CitedItem {
  const { prefix = '', minus, braced, bare = '', place = '', locator = '' } = groups;
  const places = [place, locator.replace(/^[,:]|[{}]/g, '')].map((part) => part.trim());
  return {
    prefix: prefix.trim(),
    key: braced ?? bare,
    isAuthorSuppressed: minus === '-',
    locator: places
      .filter(Boolean)
      .join(', ')
      .replace(/-{2,3}/g, '–'),
  };
}

/** Words before a label that name its kind: `Fig.`, `Tables`. */
export const KIND_NAME = /\b(?:fig(?:ure)?|tab(?:le)?|eqn?|equation)s?\.?\s*$/i;

/** The key of a labelled element: `fig-a`. */
export function isLabelKey(key: string): boolean {
  return /^(?:fig|eq|tbl)-./.test(key);
}

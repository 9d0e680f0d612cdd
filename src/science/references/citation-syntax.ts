/** A work that a citation names, or a labelled element that the text refers to. */
export type CitedItem = {
  /** `see` */
  prefix: string;
  key: string;
  /** `-@key`: the text has named the authors. */
  isAuthorSuppressed: boolean;
  /** What follows the key, as `p. 3`. */
  locator: string;
};

export type Citation = {
  /** A bare `@key`: the authors are part of the sentence. */
  isNarrative: boolean;
  items: CitedItem[];
};

const KEY_CHARACTERS = String.raw`[\p{L}\p{N}_]+(?:[:.#$%&+?~/-][\p{L}\p{N}_]+)*`;
const AT_KEY = String.raw`@(?:\{(?<braced>[^{}\s]+)\}|(?<bare>${KEY_CHARACTERS}))`;
const NARRATIVE = new RegExp(`^${AT_KEY}$`, 'u');
/** No letter of a word or an email stands before `@`. */
const ITEM = new RegExp(
  String.raw`^(?<prefix>(?:[^@]*[^\p{L}\p{N}_.+@/\\-])?)(?<minus>-?)${AT_KEY}(?<locator>(?:[,:]?\s|,)[^@]*)?$`,
  'u',
);

/** UTF-16 code units; longer brackets are prose. */
export const MAX_CITATION = 1_000;

/** Parses `[see @a, p. 3; -@b]` or `@a`, by Pandoc's syntax; null when it is not a citation. */
export function parseCitation(source: string): Citation | null {
  if (source.length > MAX_CITATION) return null;
  const written = source.trim().replace(/\s+/g, ' ').normalize('NFC');
  const narrative = NARRATIVE.exec(written)?.groups;
  if (narrative !== undefined) {
    const key = narrative.braced ?? narrative.bare ?? '';
    return { isNarrative: true, items: [toItem({ key })] };
  }
  if (!written.startsWith('[') || !written.endsWith(']')) return null;
  const items: CitedItem[] = [];
  for (const part of written.slice(1, -1).split(';')) {
    const groups = ITEM.exec(part.trim())?.groups;
    if (groups === undefined) return null;
    const { prefix, minus, braced, bare, locator } = groups;
    items.push(
      toItem({
        prefix: prefix?.trim() ?? '',
        key: braced ?? bare ?? '',
        isAuthorSuppressed: minus === '-',
        locator: locator?.replace(/^[,:]/, '').trim() ?? '',
      }),
    );
  }
  return { isNarrative: false, items };
}

function toItem(given: Partial<CitedItem> & { key: string }): CitedItem {
  return { prefix: '', isAuthorSuppressed: false, locator: '', ...given };
}

/** The key of a labelled element: `fig-a`. */
export function isLabelKey(key: string): boolean {
  return /^(?:fig|eq|tbl)-./.test(key);
}

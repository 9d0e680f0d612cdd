import { applyEdits } from './edits.ts';

/** What stands between two delimiters. Offsets are UTF-16 code units; `end` is exclusive. */
export type Delimited = {
  /** The match of the opening delimiter. */
  opening: RegExpExecArray;
  inside: string;
  start: number;
  end: number;
};

type Delimiters = {
  /** The flag `g` is set, as in the closing ones. */
  opening: RegExp;
  /** Depends on the opening delimiter where there are several: the same object for the same delimiter. */
  closing: RegExp | ((opening: RegExpExecArray) => RegExp);
  /** Returns true for an opening delimiter that does not count, such as one in code. Called with ascending positions. */
  isIgnored?: (position: number) => boolean;
};

/**
 * Finds what stands between delimiters, each up to its first closing one. An opening delimiter without a closing one is
 * passed over. Takes linear time: one pattern with both would search to the end of the text from each that is never closed.
 */
export function findDelimited(text: string, delimiters: Delimiters): Delimited[] {
  const { closing, isIgnored } = delimiters;
  const opening = new RegExp(delimiters.opening);
  const unclosed = new Set<RegExp>();
  const found: Delimited[] = [];
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const close = typeof closing === 'function' ? closing(match) : closing;
    if (unclosed.has(close) || isIgnored?.(match.index)) continue;
    close.lastIndex = opening.lastIndex;
    const closed = close.exec(text);
    if (closed === null) {
      unclosed.add(close);
      continue;
    }
    const end = closed.index + closed[0].length;
    const inside = text.slice(opening.lastIndex, closed.index);
    found.push({ opening: match, inside, start: match.index, end });
    opening.lastIndex = end;
  }
  return found;
}

/** A text with other words in place of what is delimited, its delimiters included. */
export function replaceDelimited(
  text: string,
  delimiters: Delimiters,
  replace: (found: Delimited) => string,
): string {
  const edits = findDelimited(text, delimiters).map((found) => ({
    ...found,
    text: replace(found),
  }));
  return applyEdits(text, edits);
}

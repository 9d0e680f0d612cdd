import { applyEdits, type Edit } from '../text.ts';

type Delimiters = {
  /** Both have the flag `g`. */
  opening: RegExp;
  /** Depends on the opening delimiter where there are several: the same object for the same delimiter. */
  closing: RegExp | ((opening: RegExpExecArray) => RegExp);
};

/**
 * Replaces what stands between delimiters, each up to its first closing one. An opening delimiter without a closing one
 * stays. Takes linear time: one pattern with both would search to the end of the text from each that is never closed.
 *
 * @param replace returns null for what stays
 */
export function replaceDelimited(
  text: string,
  { opening, closing }: Delimiters,
  replace: (opening: RegExpExecArray, inside: string) => string | null,
): string {
  const edits: Edit[] = [];
  const unclosed = new Set<RegExp>();
  let end = 0;
  for (const match of text.matchAll(opening)) {
    const close = typeof closing === 'function' ? closing(match) : closing;
    if (match.index < end || unclosed.has(close)) continue;
    const from = match.index + match[0].length;
    close.lastIndex = from;
    const closed = close.exec(text);
    if (closed === null) {
      unclosed.add(close);
      continue;
    }
    end = closed.index + closed[0].length;
    const replaced = replace(match, text.slice(from, closed.index));
    if (replaced !== null) edits.push({ start: match.index, end, text: replaced });
  }
  return applyEdits(text, edits);
}

/** Splits HTML into what is outside of the named elements (even indexes) and these elements (odd indexes). */
export function splitVerbatim(html: string, names: readonly string[]): string[] {
  const endOf = new Map(names.map((name) => [name, new RegExp(`</${name}>`, 'gi')]));
  const parts: string[] = [];
  let at = 0;
  replaceDelimited(
    html,
    {
      opening: new RegExp(`<(${names.join('|')})\\b`, 'gi'),
      closing: ([, name = '']) => endOf.get(name.toLowerCase()) as RegExp,
    },
    ({ 0: { length }, 1: name = '', index }, inside) => {
      const end = index + length + inside.length + `</${name}>`.length;
      parts.push(html.slice(at, index), html.slice(index, end));
      at = end;
      return null;
    },
  );
  return [...parts, html.slice(at)];
}

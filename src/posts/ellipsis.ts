/** Ends a cut text with an ellipsis: trailing commas, colons and dashes go, and a whole sentence keeps a space. */
export function ellipsisAfter(text: string): string {
  const shown = text.replace(/[\s,:;·–—]+$/u, '');
  return `${shown}${/[.?!]$/.test(shown) ? ' ' : ''}…`;
}

/** UTF-16 code units: five lines of a card. */
const MAX_LENGTH = 220;

/**
 * A description for a card: as many of its first sentences as there is room for. A longer sentence ends, with an
 * ellipsis, where one of its clauses does, or else a word.
 */
export function wholeSentences(description: string): string {
  const text = description.trim();
  if (text.length <= MAX_LENGTH) return text;
  const start = text.slice(0, MAX_LENGTH);
  const sentences = /^.*[.!?…][”’")]*(?=\s)/s.exec(text.slice(0, MAX_LENGTH + 1));
  if (sentences !== null) return sentences[0];
  const clause = /^.{40,}(?=[,;:–—]\s)/s.exec(start) ?? /^.+(?=\s)/s.exec(start);
  return ellipsisAfter((clause?.[0] ?? start).toWellFormed());
}

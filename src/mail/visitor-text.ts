/** Invisible; forbids a line break between two characters. */
export const WORD_JOINER = '\u2060';

/**
 * Control characters except line breaks and tabs, lone surrogates, noncharacters, and bidi overrides and isolates, which
 * can make one URL look like another.
 */
const DROPPED = /[\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu;

export function visitorText(written: string): string {
  return written.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(DROPPED, '');
}

/** The same in one line of at most `max` characters, for a subject or a heading. */
export function visitorLine(written: string, max: number): string {
  const line = visitorText(written)
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= max) return line;
  const start = characters.slice(0, max - 1).join('');
  return `${start.trim()}…`;
}

/**
 * Keeps mail programs from turning text into links: puts a word joiner before full stops, colons and at-signs
 * within words. A copied URL includes the joiners.
 */
export function unlinked(text: string): string {
  return text.replace(/(?<=\S)(?=[.:@\u3002\uff0e\uff61]\S)/gu, WORD_JOINER);
}

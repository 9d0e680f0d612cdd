/** Between two characters: no line may break here, and nothing is seen of it. */
export const WORD_JOINER = '\u2060';

/** Everything that controls rather than says something, but for line breaks and tabs. */
const CONTROLS = /[\p{Cs}\p{Noncharacter_Code_Point}]|(?![\n\t])\p{Cc}/gu;
/** What makes text run against its own direction: the means to show an address as another one. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/** What a visitor wrote, without what could reach beyond it. Line breaks stay. */
export function visitorText(written: string): string {
  return written
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CONTROLS, '')
    .replace(DIRECTION, '');
}

/** The same in one line of at most `max` characters, for a subject or a heading. */
export function visitorLine(written: string, max: number): string {
  const line = visitorText(written)
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= max
    ? line
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trim()}…`;
}

/**
 * The same for reading, but so that no mail program makes a link of it: a word joiner before the
 * stops, colons and at-signs within words. Whoever copies an address copies the joiners as well.
 */
export function unlinked(text: string): string {
  return text.replace(/(?<=\S)(?=[.:@\u3002\uff0e\uff61]\S)/gu, WORD_JOINER);
}

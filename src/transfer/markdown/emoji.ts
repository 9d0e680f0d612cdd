import { nameToEmoji } from 'gemoji';
import { codeRanges, rangeFinder } from '../text/code-ranges.ts';

/** Writes the emoji that names between colons stand for, but in code. */
export function withEmoji(markdown: string): string {
  const isCode = rangeFinder(codeRanges(markdown));
  return markdown.replace(/:([a-z\d_+-]{1,100}):/g, (whole, name: string, at: number) =>
    isCode(at) ? whole : (nameToEmoji[name] ?? whole),
  );
}

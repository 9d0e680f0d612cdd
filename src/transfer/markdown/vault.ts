import type { Note } from '../source.ts';
import { codeRanges, rangeFinder } from '../text/code-ranges.ts';
import { replaceDelimited } from '../text/delimited.ts';

/** `[[Note#Part|words]]` and `![[picture.png|300]]` (https://help.obsidian.md/links). */
const LINK = /!?\[\[[^[\]\n]{1,500}\]\]/g;

/** Links that a note names. */
const MAX_NAMED = 5;

/** Whether a folder is one of Obsidian. */
export function isVault(paths: readonly string[]): boolean {
  return paths.some((path) => /(?:^|\/)\.obsidian\//.test(path));
}

/** A text of Obsidian: without the comments, which it shows to nobody; its links stay as they are written, and are named in a note. */
export function showVaultText(body: string): { body: string; notes: Note[] } {
  const isIgnored = rangeFinder(codeRanges(body));
  const shown = replaceDelimited(body, { opening: /%%/g, closing: /%%/g, isIgnored }, () => '');
  const isCode = rangeFinder(codeRanges(shown));
  const links = [...shown.matchAll(LINK)].filter(({ index }) => !isCode(index));
  if (links.length === 0) return { body: shown, notes: [] };
  const named = [...new Set(links.map(([link]) => link))].slice(0, MAX_NAMED).join(', ');
  const message = `Obsidian links stay in the text unchanged (${links.length}): ${named}.`;
  return { body: shown, notes: [{ kind: 'lost', message }] };
}

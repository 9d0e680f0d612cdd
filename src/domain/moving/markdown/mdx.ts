import type { Note } from '../source.ts';
import { codeRanges, rangeFinder } from '../text/code-ranges.ts';
import { replaceDelimited } from '../text/delimited.ts';
import { applyEdits, type Edit } from '../text/edits.ts';
import type { Converted } from './shortcodes.ts';

const COMMENT = { opening: /\{\/\*/g, closing: /\*\/\}/g };

/** Imports and exports on lines of their own, and the tags of components (https://mdxjs.com/docs/what-is-mdx/). */
const SYNTAX =
  /^(?:import\s(?:[^;\n]{0,500}\sfrom\s*)?["'][^"'\n]{1,500}["'];?|export\s[^\n]{1,2000})[ \t]*\r?\n?|<\/?([A-Z][\w.]{0,100})\b[^<>]{0,2000}>/gm;

/** Takes out of MDX what only its components can show; the text in them stays. */
export function convertMdx(written: string): Converted {
  const isIgnored = rangeFinder(codeRanges(written));
  const body = replaceDelimited(written, { ...COMMENT, isIgnored }, () => '');
  const isCode = rangeFinder(codeRanges(body));
  const names = new Set<string>();
  const edits: Edit[] = [];
  for (const { 0: whole, 1: component, index } of body.matchAll(SYNTAX)) {
    if (isCode(index)) continue;
    if (component !== undefined) names.add(component);
    edits.push({ start: index, end: index + whole.length, text: '' });
  }
  const message = `Components of MDX do not come along, but the text in them: ${[...names].join(', ')}.`;
  const notes: Note[] = names.size === 0 ? [] : [{ kind: 'lost', message }];
  return { body: applyEdits(body, edits), notes };
}

import { isInCode } from '../writing/surroundings.ts';

/** What can be suggested at the caret. */
export type SuggestionSource = 'menu' | 'citations' | 'labels' | 'terms';

/** What is typed before the caret and asks for suggestions. */
export type Trigger = {
  source: SuggestionSource;
  query: string;
  /** The suggestion is put in place of what is typed from here on. */
  start: number;
};

/** A longer line is not looked at. */
const MAX_LINE = 2_000;

const PATTERNS: readonly [SuggestionSource, RegExp][] = [
  ['menu', /^\/((?:[\p{L}\p{N}][\p{L}\p{N} –-]{0,30})?)$/u],
  ['citations', /(?<!\\)\[(?:[^[\]]*[\s;-])?@([^\s[\]@;,]{0,40})$/],
  ['labels', /(?:^|[^\p{L}\p{N}_@\\])@((?:fig|tbl|eq)-[\p{L}\p{N}_.-]{0,60})$/u],
];

/** What the text before a caret asks for; null for nothing, as within code. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1;
  if (caret - lineStart > MAX_LINE) return null;
  const line = text.slice(lineStart, caret);
  const isAtEnd = [undefined, '\n'].includes(text[caret]);
  for (const [source, pattern] of PATTERNS) {
    const query = pattern.exec(line)?.[1];
    if (query === undefined || (source === 'menu' && !isAtEnd)) continue;
    if (isInCode(text.slice(0, lineStart))) return null;
    return { source, query, start: source === 'menu' ? lineStart : caret - query.length };
  }
  return null;
}

import { LABEL_NAMES } from '../../../text/placeholders.ts';
import { isInCode } from '../writing/text-edit.ts';

export type SuggestionSource = 'menu' | 'citations' | 'labels';

const MAX_LINE = 2_000;

const PATTERNS: readonly [SuggestionSource, RegExp][] = [
  ['menu', /^\/((?:[\p{L}\p{N}][\p{L}\p{N} –-]{0,30})?)$/u],
  ['citations', /(?<!\\)\[(?:[^[\]]*[\s;-])?@([^\s[\]@;,]{0,40})$/],
  ['labels', /(?:^|[^\p{L}\p{N}_@\\])@((?:fig|tbl|eq)-[\p{L}\p{N}_.-]{0,60})$/u],
];

export type Trigger = { source: SuggestionSource; query: string; start: number };

/**
 * What is typed before a caret and asks for suggestions; null for nothing, as within code. A suggestion is put in place of what
 * is typed from `start` on.
 */
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

type LabelPrefix = keyof typeof LABEL_NAMES;

const LABELLED = /(?:[{\s]#|data-label=")((fig|tbl|eq)-[\p{L}\p{N}_.-]{1,60})/gu;

export function labelsOf(text: string) {
  const counts = { fig: 0, tbl: 0, eq: 0 };
  const found = new Map<string, { label: string; number: string; caption: string }>();
  for (const { 1: label = '', 2: prefix, index } of text.matchAll(LABELLED)) {
    if (found.has(label)) continue;
    const number = `${LABEL_NAMES[prefix as LabelPrefix]} ${++counts[prefix as LabelPrefix]}`;
    found.set(label, { label, number, caption: captionAt(text, index) });
  }
  return [...found.values()];
}

function captionAt(text: string, at: number): string {
  const [line = '', below = ''] = text.slice(text.lastIndexOf('\n', at) + 1).split('\n', 2);
  const [, caption] = /(?:\bname="|^!\[|^:\s+)([^"\]]*?)(?:"|\]\(|\s*\{)/.exec(line) ?? [];
  return caption ?? (line.startsWith('```smiles') ? below.replace(/^\S+\s*/, '') : '');
}

export function freeLabel(prefix: LabelPrefix, words: string, text: string): string {
  const taken = new Set(labelsOf(text).map(({ label }) => label));
  const plain = words
    .replace(/<[^>]*>/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const found = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['1'];
  const label = `${prefix}-${found.slice(0, 4).join('-').slice(0, 40)}`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? label : `${label}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

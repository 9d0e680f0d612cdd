import type { Text } from 'mdast';
import { quoted, type Severity } from '../../text/finding.ts';
import { type Context, sourceOf } from './markdown-node.ts';

type Rule = {
  code: string;
  /** What a match contains: looked for first, since most texts have none. */
  mark: string;
  /** Global; repetition is bounded, since a text may be a single line of 2 MB. */
  pattern: RegExp;
  /** @param next the text after the match, also beyond the node; empty where that is unknown */
  message: (match: RegExpExecArray, next: string) => string | null;
  severity?: Severity;
};

/** Marks that Markdown does not read, so that readers see them as they are written. */
const RULES: readonly Rule[] = [
  {
    code: 'footnote-undefined',
    mark: '[^',
    pattern: /(?<!\\)\[\^([^\]\s[\\]{1,60})\](?![*+?{])/g,
    message: ([mark, label]) =>
      `The footnote ${mark} has no text, so the mark itself is shown. Add a line “[^${label}]: …”.`,
  },
  {
    code: 'link-undefined',
    mark: '][',
    pattern: /(?<![\w\])\\!])\[([^[\]\n]{1,200})\]\[([^[\]\n]{0,200})\]/g,
    message: ([written, text = '', label = '']) =>
      /^[\w@+-]{1,6}$/.test(text) && /^[\w@+-]{1,6}$/.test(label) && !/^\d+$/.test(label)
        ? null
        : `${quoted(written)} is not a link: no line gives the address of ${quoted(label || text)}.`,
  },
  {
    code: 'link-not-recognized',
    mark: '[',
    pattern:
      /(?<!\\)\[[^[\]\n]{1,200}(?<!\\)\](?:\([^\n]{0,60}| \((?:https?:|$))|(?<=\([^()\n]{1,100}\))\[(?:https?:|$)/g,
    message: ([written], next) =>
      /[([]$/.test(written) && next !== '' && !/^https?:/.test(next)
        ? null
        : `${quoted(written)} is not read as a link. Links are written [text](address), without spaces.`,
  },
  {
    code: 'literal-asterisks',
    mark: '**',
    pattern:
      /(?<![\w\\*/.-])\*\*(?=[^\s*/.)\\])[^*\n]{0,40}|[^*\n]{0,40}(?<=[^\s*/\\(])\*\*(?![\w*/.]|-)/g,
    message: ([written]) =>
      `The asterisks in ${quoted(written)} are shown as typed: bold text must begin and end next to a letter.`,
  },
  {
    code: 'caret-superscript',
    mark: '^',
    pattern: /(?<=[\p{L}\p{N})\]])\^([+\-−]?[\p{L}\p{N}]{1,6}[+\-−]?)\^/gu,
    message: ([written, inner]) =>
      `${written} is shown as typed. For a superscript write <sup>${inner}</sup>.`,
  },
  {
    // Right after a word, as in XPath: elsewhere it is a citation, whose key is unknown.
    code: 'citation-not-read',
    mark: '@',
    pattern:
      /(?<=[\p{L}\p{N}_)])\[-?@[\p{L}\p{N}_][\w:.#$%&+?~/-]{0,100}(?:[;,][^\]\n]{0,200})?\](?!\()/gu,
    message: ([written]) =>
      `${quoted(written)} is shown as typed: no reference has that key. If it is code, put it in backticks.`,
  },
  {
    code: 'backslashes-lost',
    mark: '\\(',
    pattern: /\\\(((?:[^\\\n]|\\[^()\n]){1,200})\\\)/g,
    message: ([written, inner = '']) =>
      /[\^_=]|\\[a-z]/i.test(inner)
        ? `${quoted(written)} loses its backslashes. Write formulas as $…$.`
        : null,
  },
  {
    code: 'backslashes-lost',
    mark: '\\[',
    pattern: /\\\[((?:[^\\]|\\[^[\]]){1,200})\\\]/g,
    message: ([written, inner = '']) =>
      /[\^_=]|\\[a-z]/i.test(inner)
        ? `${quoted(written)} loses its backslashes. Write a formula on its own line as $$…$$.`
        : null,
  },
  {
    code: 'dollar-unclosed',
    mark: '$',
    // TeX after a single dollar: neither a price nor a variable of a shell.
    pattern:
      /(?<![\\$\w])\$(?=[^\s\d$({])(?![A-Z_][A-Z0-9_]*\b(?![_^]\{))([^$\n]{0,60}?(?:\\(?:frac|math|text|cdot|times|left|alpha|beta|Delta|log|ln|sum|sqrt|pm|mu|ce|pu|approx|le|ge)|[A-Za-z][_^](?:\{|\w\b)))[^$\n]{0,60}/g,
    message: ([written]) =>
      `The formula ${quoted(written)} is not closed by $, so it is shown as typed. Write \\$ for a dollar sign.`,
  },
  {
    code: 'formula-unclosed',
    mark: '$$',
    pattern: /(?<![\\$])\$\$(?!\$)/g,
    message: () =>
      'The formula that begins here is not closed by $$ in the same paragraph, so it is shown as typed. Write \\$\\$ for dollar signs.',
    severity: 'error',
  },
];

/** Every rule needs one of these. */
const MARKS = /[[*^\\$]/;

export function checkText(node: Text, { source, report, line }: Context): void {
  // Escapes are in the source alone.
  const text = sourceOf(node, source) || node.value;
  if (!MARKS.test(text)) return;
  for (const { code, mark, pattern, message: messageOf, severity } of RULES) {
    if (!text.includes(mark)) continue;
    // Forward only: a text may have thousands of matches.
    let place = { line, column: node.position?.start.column ?? 1 };
    let from = 0;
    for (const match of text.matchAll(pattern)) {
      const message = messageOf(match, after(node, match, source));
      if (message === null) continue;
      place = placeAfter(place, text.slice(from, match.index));
      from = match.index;
      report(code, place, message, severity);
    }
  }
}

function placeAfter({ line, column }: { line: number; column: number }, text: string) {
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1)?.length ?? 0;
  return lines.length === 1
    ? { line, column: column + last }
    : { line: line + lines.length - 1, column: last + 1 };
}

function after({ position }: Text, { index, 0: matched }: RegExpExecArray, source: string): string {
  const at = (position?.start.offset ?? source.length) + index + matched.length;
  return source.slice(at, at + 10);
}

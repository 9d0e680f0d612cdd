import type { Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { quoted, type Report } from '../../text/finding.ts';
import { visitElements } from '../../text/hast.ts';
import type { Label } from '../../text/labels.ts';
import type { LABEL_NAMES } from '../../text/placeholders.ts';
import type { Prose } from './prose.ts';

/** Typed references that a label should replace, by the kind of label. */
const TYPED: Readonly<Record<keyof typeof LABEL_NAMES, RegExp>> = {
  fig: /(?<!\w)(?:Figure|Fig\.|Figs?\.?|figure)\s?(\d{1,2})(?![\d.]*\d)/g,
  tbl: /(?<!\w)(?:Table|Tab\.|table)\s?(\d{1,2})(?![\d.]*\d)/g,
  eq: /(?<!\w)(?:Equation|Eq\.|Eqn\.?|equation)\s?\(?(\d{1,2})\)?(?![\d.]*\d)/g,
};
/** It is that of another work: “Figure 3 of [@smith2019]”. */
const OF_OTHERS = /^\)?\s?(?:of|in|from|by)\s|^\s?\[?-?@/;

/**
 * Reports figures, tables and equations with a number that no text refers to, and numbers that are typed by hand, which
 * stay when others move.
 */
export function findLooseNumbers(
  tree: Root,
  prose: readonly Prose[],
  labels: readonly Label[],
  report: Report,
): void {
  const referred = referredIn(tree);
  for (const { label, text, line } of labels) {
    if (referred.has(label)) continue;
    const message = `${text} is not referred to. Write @${label} in the text where it belongs.`;
    report('label-not-referred', { line }, message);
  }
  const kinds = new Set(labels.map(({ label }) => label.slice(0, label.indexOf('-'))));
  const patterns = Object.entries(TYPED).filter(([kind]) => kinds.has(kind));
  for (const each of prose.filter(({ tagName }) => !/^h[1-6]$/.test(tagName))) {
    for (const [, pattern] of patterns) findTyped(each, pattern, report);
  }
}

function findTyped({ text, lineAt }: Prose, pattern: RegExp, report: Report): void {
  for (const { 0: written, index } of text.matchAll(pattern)) {
    if (OF_OTHERS.test(text.slice(index + written.length))) continue;
    const message = `${quoted(written)} is typed by hand and will not change when figures move. Refer to its label with @.`;
    report('number-by-hand', { line: lineAt(index) }, message);
  }
}

/** Labels that citations name, or links lead to. */
function referredIn(tree: Root): Set<string> {
  const found = new Set<string>();
  visitElements(tree, (element) => {
    const { dataScience, href } = element.properties;
    if (dataScience === 'citation') {
      for (const [, label = ''] of textOf(element).matchAll(CITED)) {
        // A period may end the sentence.
        found.add(label).add(label.replace(/[.-]+$/, ''));
      }
    } else if (typeof href === 'string') found.add(href.replace(/^#(?:user-content-)?/, ''));
  });
  return found;
}

const CITED = /@((?:fig|eq|tbl)-[\p{L}\p{N}_.-]+)/gu;

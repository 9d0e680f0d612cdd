import {
  expectedLogarithm,
  molarExponent,
  POTENCY,
  toNumber,
  UNIT,
} from '../../science/quantities.ts';
import { isDoi } from '../../science/references/dois.ts';
import { quoted, type Report } from '../../text/finding.ts';
import { inconsistentMass } from './formula-mass.ts';
import type { Prose } from './prose.ts';

/** The words between a quantity and its value: all bounded, since a text may be a single line of 2 MB. */
const LINK =
  '(?:\\s{0,3}(?:\\([^()]{0,30}\\)|values?|[=≈~<>≤≥:]|of|was|were|is|are|around|about|approximately|below|above|only)){0,4}\\s{0,3}';
const NUMBER = '\\d{1,9}(?:[.,]\\d{1,9})*(?:\\s?[×x]\\s?10\\^?[-\\d]{1,4})?';

const VALUE = new RegExp(
  `(?<![\\w-]|log ?|log10 ?|ln ?)(${POTENCY})(${LINK})(${NUMBER})(?:\\s?±\\s?${NUMBER})?`,
  'g',
);
const LOGARITHM = new RegExp(
  `(?<!\\w)p(${POTENCY})${LINK}(\\d{1,2}(?:\\.\\d{1,4})?)(?![\\d.]*\\d)`,
  'g',
);
/** Further values that share a unit behind the last, and a bracket that opens or closes. */
const MORE = new RegExp(
  `^(?:\\s?(?:,|and|or|to|versus|vs\\.?|-|–|/|±|\\()\\s?[<>~]?${NUMBER}){0,8}\\s?\\)?\\s?[-(\\[]?`,
);
const HAS_UNIT = new RegExp(`^${UNIT}`);
/** Text after a value that has no unit; other words name what is counted: “IC50 of three compounds”. */
const ENDS =
  /^(?:[\s]*(?:$|[.,;:)\]!?](?!\d)|(?:for|in|against|on|with|and|which|at|after|when|by|but|while|under|as|or|it|we|this)\b|\(?p(?:IC|EC|K)))/;

const P_VALUE = /(?<![\p{L}\d])[pP]\s?(?:-value\s?)?(?:=|<|>|≤|≥|of|was)\s?0?\.\d/u;
const SAMPLE =
  /(?<![\p{L}\d])[nN]\s?(?:=|≥|>)\s?\d|\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\s(?:\p{L}+[\s-]){0,2}(?:experiments|replicates|repeats|repetitions|patients|people|volunteers|mice|rats|animals|subjects|participants|samples|donors|wells|compounds|molecules|runs|lines|proteins|measurements|curves|pairs|tumou?rs|cases|observations|trials)\b|\b[tFχr]\s?\(\s?\d|\bdf\s?=/u;

/** A note to oneself begins a text, stands in brackets, or has a colon: changelogs speak of such notes. */
const UNFINISHED =
  /(?:^|[[(])\s{0,3}(?:TODO|FIXME|XXX)\b|\b(?:TODO|FIXME)(?=\s?:|[.!?]?\s{0,3}$)|\bTBD\b|\bXXX?(?=\s(?:[nµm]M|%))|Lorem ipsum|\?\?\?|\[citation needed\]/g;
const DOI_TEXT = /(?<![\w/.])doi:?\s?(?=\d)(\S{3,200})/gi;
const VALUES_IN = new Set([
  'p',
  'li',
  'dd',
  'figcaption',
  'caption',
  'blockquote',
  'div',
  'section',
]);

/** Reports values that cannot be read, or contradict one another, and what was left to be written. */
export function findUnclearClaims(all: readonly Prose[], report: Report): void {
  const sampled = new Set(
    all.filter(({ text }) => SAMPLE.test(text)).map(({ section }) => section),
  );
  for (const prose of all) {
    const { text, tagName, section, lineAt } = prose;
    for (const { 0: written, index } of text.matchAll(UNFINISHED)) {
      report(
        'left-to-write',
        { line: lineAt(index) },
        `${quoted(written)} is still to be written.`,
      );
    }
    for (const { 1: written = '', index } of text.matchAll(DOI_TEXT)) {
      const doi = written.replace(/[.,;:)\]]+$/, '');
      if (!isDoi(doi))
        report('malformed-doi', { line: lineAt(index) }, `${quoted(doi)} is not a DOI.`);
    }
    if (!VALUES_IN.has(tagName)) continue;
    findWithoutUnit(prose, report);
    findInconsistentLogarithms(prose, report);
    const mass = inconsistentMass(text);
    if (mass !== null) report('mass-misfit', { line: lineAt(mass.offset) }, mass.message);
    const p = P_VALUE.exec(text);
    if (p !== null && !sampled.has(section)) {
      const message = `${quoted(text.slice(p.index, p.index + 12))} means little without the number of samples: n = ….`;
      report('p-without-n', { line: lineAt(p.index) }, message);
    }
  }
}

function findWithoutUnit({ text, lineAt }: Prose, report: Report): void {
  for (const match of text.matchAll(VALUE)) {
    const [written, quantity = '', , number = ''] = match;
    const rest = text.slice(match.index + written.length);
    const after = rest.slice((MORE.exec(rest)?.[0] ?? '').length);
    if (HAS_UNIT.test(after) || HAS_UNIT.test(rest.trimStart()) || !ENDS.test(rest)) continue;
    const message = `${quoted(written)} has no unit: is it ${quantity} = ${number} nM?`;
    report('value-without-unit', { line: lineAt(match.index) }, message);
  }
}

/** Compares logarithms with values in sentences that have as many of either. */
function findInconsistentLogarithms({ text, lineAt }: Prose, report: Report): void {
  for (const sentence of sentencesOf(text)) {
    const logarithms = [...sentence.text.matchAll(LOGARITHM)];
    if (logarithms.length === 0) continue;
    const values = [...sentence.text.matchAll(VALUE)].flatMap((match) => {
      const rest = sentence.text.slice(match.index + match[0].length);
      const exponent = molarExponent(rest.replace(/^[\s-]*/, ''));
      const isLimit = /[<>≤≥]/.test(match[2] ?? '');
      return exponent === null || isLimit ? [] : [{ match, exponent }];
    });
    if (values.length !== logarithms.length) continue;
    for (const [index, { 1: quantity, 2: given = '', index: at }] of logarithms.entries()) {
      const { match, exponent } = values[index] as (typeof values)[number];
      if (match[1] !== quantity) continue;
      const fitting = expectedLogarithm(Number(given), amountOf(match[3] ?? ''), exponent);
      if (fitting === null) continue;
      const message = `p${quantity} ${given} does not fit ${quoted(match[0])}, which is p${quantity} ${fitting}.`;
      report('logarithm-misfit', { line: lineAt(sentence.start + at) }, message);
    }
  }
}

/** `1.2 × 10^-8` too. */
function amountOf(written: string): number {
  const [factor = '', exponent] = written.split(/\s?[×x]\s?10\^?/);
  return toNumber(factor) * 10 ** Number(exponent ?? 0);
}

function sentencesOf(text: string): { text: string; start: number }[] {
  let start = 0;
  return text.split(/(?<=[.!?])\s+(?=\p{Lu})/u).map((sentence) => {
    const at = text.indexOf(sentence, start);
    start = at + sentence.length;
    return { text: sentence, start: at };
  });
}

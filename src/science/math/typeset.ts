import type { Element } from 'hast';
import type { default as Temml } from 'temml';
import { forTemml, type Macros } from './macros.ts';
import type { TemmlNode } from './temml-node.ts';
import { MAX_TEX, type TexError, TOO_DEEP } from './tex-error.ts';
import { toMathml } from './to-mathml.ts';

const MACRO = 'write a macro as \\newcommand{\\name}[2]{… #1 … #2 …}';
const QUANTITY = 'write a quantity as \\pu{5 nM}, a unit as \\pu{nM}';
const NOT_SHOWN = 'not all browsers can show it';
const REFERENCE = 'refer to a formula in the text, by @eq-name';

/**
 * Commands that temml knows and posts cannot use, with the reason. A definition could multiply the formula a
 * thousand times; `\llap`, `\cancelto` and the arrows build their content twice, and so multiply it when nested.
 */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ...['\\def', '\\gdef', '\\edef', '\\xdef', '\\let', '\\futurelet', '\\global', '\\long'].map(
    (command): [string, string] => [command, MACRO],
  ),
  ...['\\SI', '\\si', '\\num', '\\unit', '\\SIrange', '\\qtyrange'].map(
    (command): [string, string] => [command, QUANTITY],
  ),
  // Braces around its argument for temml, a number and its unit for others.
  ['\\qty', QUANTITY],
  ...['\\llap', '\\mathllap', '\\cancelto', '\\phase', '\\longdiv', '\\textcircled', '\\angl'].map(
    (command): [string, string] => [command, NOT_SHOWN],
  ),
  ...['\\reflectbox', '\\bordermatrix'].map((command): [string, string] => [command, NOT_SHOWN]),
  ['\\equilibriumRight', 'write it as \\ce{<=>>}'],
  ['\\equilibriumLeft', 'write it as \\ce{<<=>}'],
  ['\\label', 'write a label after the formula: $$ {#eq-name}'],
  ['\\ref', REFERENCE],
  ['\\eqref', REFERENCE],
  ['\\definecolor', 'use a colour name, or write #0a7d6c'],
]);

const TOKEN = /\\(?:[A-Za-z]+|[\s\S])|[{}]|<=>>|<<=>/g;

/** Arrows of unequal length build their labels twice, and isotopes are set by `\mathllap`. */
const MAX_UNEQUAL_ARROWS = 8;
const MAX_NESTED_CHEMISTRY = 3;

/** The first thing in a formula that is refused before it is typeset. */
function refusedIn(tex: string): TexError | null {
  const chemistry = createChemistryCount();
  let arrows = 0;
  for (const { 0: token, index: offset } of tex.matchAll(TOKEN)) {
    const reason = REFUSED.get(token);
    if (reason !== undefined) return { message: `${token}: ${reason}`, offset };
    if (chemistry.nestedAt(token) > MAX_NESTED_CHEMISTRY) {
      return { message: `${token} is nested too deeply`, offset };
    }
    if (token.includes('=') && ++arrows > MAX_UNEQUAL_ARROWS) {
      const message = `a formula can have at most ${MAX_UNEQUAL_ARROWS} arrows of unequal length`;
      return { message, offset };
    }
  }
  return null;
}

/** Counts how many `\ce{}` and `\pu{}` are open, token by token. */
function createChemistryCount() {
  let depth = 0;
  /** The depths of braces at which they stand. */
  const open: number[] = [];
  return {
    nestedAt(token: string): number {
      if (token === '{') depth++;
      else if (token === '}') {
        depth--;
        while ((open.at(-1) ?? Number.NEGATIVE_INFINITY) >= depth) open.pop();
      } else if (token === '\\ce' || token === '\\pu') open.push(depth);
      return open.length;
    },
  };
}

export type Typeset = {
  /** Null for a formula that only defines macros. */
  math: Element | null;
  /** TeX that other programs can read: macros are expanded, and `\tag` is removed. */
  tex: string;
  /** The number that `\tag` sets, as it is shown. */
  tag: string | null;
};

type Options = {
  isDisplay: boolean;
  /** Elements that the formula may have. */
  maxElements: number;
  /** Macros of the body. */
  macros: Macros;
};

/**
 * Typesets TeX as MathML of our own allowlist, with the TeX as its annotation.
 *
 * Time is bounded by `MAX_TEX`, since commands that could multiply the input are refused, and macros are expanded to
 * no more.
 */
export async function typeset(
  source: string,
  { isDisplay, maxElements, macros }: Options,
): Promise<Typeset | TexError> {
  const { default: temml } = await import('temml');
  if (source.trim() === '') return { message: 'the formula is empty' };
  const { length: written } = source.trim();
  if (written > MAX_TEX) {
    const length = written.toLocaleString('en');
    return {
      message: `${length} characters; a formula can have at most ${MAX_TEX.toLocaleString('en')}`,
    };
  }
  const untagged = takeTag(source, isDisplay);
  if ('message' in untagged) return untagged;
  const { tag } = untagged;
  const read = refusedIn(untagged.tex) ?? macros.expand(untagged.tex);
  if (typeof read !== 'string') return read;
  const tex = read.trim();
  if (tex === '') return { math: null, tex, tag };
  const typed = forTemml(read);
  if (typeof typed !== 'string') return typed;
  try {
    const refused = refusedIn(typed);
    if (refused !== null) return located(refused);
    const tree: TemmlNode = temml.__renderToMathMLTree(typed, {
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      maxExpand: 1000,
      // Width and height of rules, in em.
      maxSize: [25, 10],
    });
    const math = toMathml(tree, { tex, isDisplay, maxElements });
    return 'message' in math ? math : { math, tex, tag };
  } catch (error) {
    return located(toTexError(error, temml));
  }

  /** An offset counts only if no macro was expanded: otherwise it is not one of the source. */
  function located({ message, offset }: TexError): TexError {
    return typed === source ? { message, offset } : { message };
  }
}

const TAG = /\\tag(\*?)\s*\{([^{}\\$]{1,20})\}/g;

/** Takes `\tag{…}` out of a display formula. */
function takeTag(
  source: string,
  isDisplay: boolean,
): { tex: string; tag: string | null } | TexError {
  if (!/\\tag(?![A-Za-z])/.test(source)) return { tex: source, tag: null };
  const offset = source.indexOf('\\tag');
  if (!isDisplay) return { message: '\\tag numbers a formula between $$', offset };
  const [found, ...others] = source.matchAll(TAG);
  const tex = source.replace(TAG, '');
  if (found === undefined || others.length > 0 || /\\tag(?![A-Za-z])/.test(tex)) {
    return { message: 'a formula can have one \\tag, in plain text: \\tag{2a}', offset };
  }
  const [, isBare, text = ''] = found;
  return { tex, tag: isBare === '*' ? text.trim() : `(${text.trim()})` };
}

function toTexError(error: unknown, temml: typeof Temml): TexError {
  if (error instanceof RangeError) return TOO_DEEP;
  // Its parser throws errors of other kinds at what its builders do not expect.
  if (!(error instanceof temml.ParseError)) return { message: 'this cannot be typeset' };
  const { message, position } = error as Error & { position?: number };
  return { message: explain(message), offset: position };
}

const EXPLANATIONS: readonly [RegExp, string][] = [
  [/^Function "(.+?)" is not trusted$/, '$1 is not allowed'],
  [/^Unsupported function name: (\S+)$/, '$1 is not known'],
  [/^Too many expansions.*$/s, 'a macro never stops expanding'],
  [/^Expected '(.+?)', got 'EOF'$/, '$1 is missing at the end'],
  [/^Expected 'EOF', got '(.+?)'$/, '$1 is unexpected here'],
  [/^Expected '(.+?)', got '(.+?)'$/, '$1 was expected, not $2'],
];

/** Explains a message of temml, which quotes the input after the place. */
function explain(thrown: string): string {
  const message = thrown
    .trim()
    .replace(/ at (?:position \d+|end of input): .*$/s, '')
    .replace(/\.$/, '');
  for (const [pattern, words] of EXPLANATIONS) {
    if (pattern.test(message)) return message.replace(pattern, words).slice(0, 200).toWellFormed();
  }
  const first = message.slice(0, 2);
  const words = /^[A-Z][a-z]/.test(first) ? first.toLowerCase() + message.slice(2) : message;
  return words.slice(0, 200).toWellFormed();
}

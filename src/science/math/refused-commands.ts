import type { TexError } from './tex-error.ts';

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
export function refusedIn(tex: string): TexError | null {
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

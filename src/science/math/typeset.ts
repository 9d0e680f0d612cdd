import { lazy } from '../../server/lazy.ts';
import type { TypesetFormula } from './formula-tree.ts';

/** UTF-16 code units of one formula, and of the definitions that it can use. */
export const MAX_TEX = 5000;

export type Formula = {
  tex: string;
  /** True in lines of its own. */
  isDisplay: boolean;
  definitions?: readonly string[] | undefined;
};

/** The message of a failure starts in lower case and has no full stop. */
export type Typeset = TypesetFormula | { message: string };

/** Takes 1 to 3 ms. */
export type Typesetter = (formula: Formula) => Promise<Typeset>;

/** 0.25 s and 25 MB. */
const loadMathJax = lazy(() => import('./mathjax.ts'));

export const typesetFormula: Typesetter = async (formula) => {
  const message = refusalOf(formula.tex);
  return message === null ? (await loadMathJax()).typeset(formula) : { message };
};

function refusalOf(tex: string): string | null {
  const { length } = tex.trim();
  if (length === 0) return 'the formula is empty';
  if (length > MAX_TEX) {
    const [written, most] = [length, MAX_TEX].map((each) => each.toLocaleString('en'));
    return `${written} characters; a formula can have at most ${most}`;
  }
  const [command] = /\\(?:label|ref|eqref)(?![A-Za-z])/.exec(tex) ?? [];
  if (command === undefined) return null;
  return command === '\\label'
    ? '\\label: write a label after the formula: $$ {#eq-name}'
    : `${command}: refer to a formula in the text, by @eq-name`;
}

import type { Element } from 'hast';
import { writeFragment } from '../../server/html/fragment.ts';
import { quoted } from '../../text/finding.ts';
import { h } from '../../text/hast.ts';
import type { Label, Placeholder } from '../../text/placeholders.ts';
import { type Drawer, drawFailure } from '../drawer.ts';
import type { TypesetFormula } from './formula-tree.ts';
import { type Formula, MAX_TEX, type Typeset } from './typeset.ts';

/** What is beyond them stays TeX. */
const MAX_FORMULAS = 2000;
const MAX_ELEMENTS = 100_000;
/** The widest formula in a line that does not scroll: the width of a narrow phone, in em. */
const MAX_UNSCROLLED = 14;

/** A script of several digits, or of a word, without braces: of `IC_50` only the 5 is low. */
const SPLIT_SCRIPT = /[_^](?:\d{2,}|(?:max|min|eq|half|obs|tot|cat|app|rel|ref)(?![a-z]))/;

const DEFINITION =
  /\\(?:(?:re)?new(?:command|environment)|providecommand|def|let|Declare|New|definecolor)/;

export const drawMath: Drawer = async (elements, { report, typesetFormula }) => {
  const formulas = toFormulas(elements.slice(0, MAX_FORMULAS));
  const glyphs = new Set<string>();
  let left = MAX_ELEMENTS;
  for (const [index, element] of elements.entries()) {
    const formula = formulas[index];
    if (formula === undefined || left <= 0) {
      const message = `A post can have at most ${MAX_FORMULAS.toLocaleString('en')} formulas.`;
      report('too-many-formulas', { line: element.line }, message, 'error');
      // They stay code: to replace each of a hundred thousand would take seconds.
      break;
    }
    // One by one: the drawings of all would be a message of many megabytes between threads.
    const result = withLabel(await typesetFormula(formula), element.numbered);
    const { tex } = formula;
    const line = element.line + (/^\s*/.exec(element.source)?.[0].split('\n').length ?? 1) - 1;
    if ('message' in result) {
      const message = `LaTeX: ${result.message}.`;
      report('malformed-formula', { line }, message, 'error');
      element.replace([drawFailure({ ...element, source: tex }, message)]);
      continue;
    }
    left -= result.elements;
    const split = SPLIT_SCRIPT.exec(tex)?.[0];
    if (split !== undefined) {
      const message = `${quoted(split)} applies only to its first character. Write ${split[0]}{${split.slice(1)}}.`;
      report('split-script', { line }, message);
    }
    // It only defines macros.
    const isEmpty = result.math.children.length === 0;
    const shown = drawn(result, { tex, isBlock: element.isBlock }, glyphs);
    element.replace(isEmpty ? [] : [framed(shown, element, result.tag)]);
  }
};

function toFormulas(elements: readonly Placeholder[]): Formula[] {
  let definitions: readonly string[] = [];
  let left = MAX_TEX;
  return elements.map(({ source, isBlock }) => {
    const formula = { tex: source.trim(), isDisplay: isBlock, definitions };
    if (DEFINITION.test(source) && source.length <= left) {
      definitions = [...definitions, formula.tex];
      left -= source.length;
    }
    return formula;
  });
}

function withLabel(result: Typeset, label: Label | undefined): Typeset {
  if ('message' in result || result.tag === null || label === undefined) return result;
  return { message: `#${label.label} numbers the formula, so it cannot have a \\tag` };
}

/**
 * An empty SVG below the line makes room for what reaches below it. The first formula with a glyph
 * has its path, under an id that no author can write.
 */
function drawn(
  { svg, math, glyphs, width, depth }: TypesetFormula,
  { tex, isBlock }: { tex: string; isBlock: boolean },
  known: Set<string>,
): Element {
  const added = Object.entries(glyphs).filter(([id]) => !known.has(id));
  for (const [id] of added) known.add(id);
  const defs = h('defs', {}, ...added.map(([id, d]) => h('path', { id, d })));
  const children = added.length === 0 ? svg.children : [defs, ...svg.children];
  const className = isBlock || width <= MAX_UNSCROLLED ? ['tex'] : ['tex', 'tex-long'];
  const room =
    depth === 0 ? [] : [h('svg', { ariaHidden: 'true', width: '0', height: `${depth}em` })];
  return h('span', { className, dataTex: tex }, { ...svg, children }, ...room, math);
}

/** A display formula by itself, as HTML. @throws where it cannot be typeset */
export function formulaHtml(typeset: Typeset, tex: string): string {
  if ('message' in typeset) throw new Error(`${typeset.message}: ${tex}`);
  return writeFragment({
    type: 'root',
    children: [drawn(typeset, { tex, isBlock: true }, new Set())],
  });
}

function framed(
  formula: Element,
  { isBlock, isInLink, numbered }: Placeholder,
  tag: string | null,
): Element {
  if (!isBlock) return formula;
  const number = numbered === undefined ? tag : `(${numbered.number})`;
  const frame = h('div', 'formula-frame', formula);
  const ariaLabel = numbered?.text ?? (tag === null ? 'Formula' : `Formula ${tag}`);
  // What scrolls must be reachable by keyboard; a link is already.
  if (!isInLink) Object.assign(frame.properties, { role: 'group', ariaLabel, tabIndex: 0 });
  const shown = number === null ? [] : [h('span', 'formula-number', number)];
  return h('div', { className: ['formula'], id: numbered?.id }, frame, ...shown);
}

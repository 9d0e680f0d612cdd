import type { Element } from 'hast';
import { quoted } from '../../text/finding.ts';
import { h } from '../../text/hast.ts';
import { type Label, labelId } from '../../text/labels.ts';
import type { Placeholder } from '../../text/placeholders.ts';
import { type Drawer, type DrawingContext, drawFailure } from '../drawer.ts';
import { pictureSize } from './formula-markup.ts';
import type { DrawFormulas, Formula } from './formula-picture.ts';
import { createMacros, type Macros } from './macros.ts';
import type { TexError } from './tex-error.ts';
import { type Typeset, typeset } from './typeset.ts';

/** The most formulas of one body. What is beyond them stays TeX. */
const MAX_FORMULAS = 2000;
const MAX_ELEMENTS = 100_000;
/** The most elements of one formula. */
const MAX_FORMULA_ELEMENTS = 10_000;
/** The most elements of all formulas with a picture, and of one of them. */
const MAX_PICTURED = 20_000;
const MAX_PICTURED_FORMULA = 1_000;
/** UTF-16 code units of a formula in a line that fits on a narrow phone at any rate; a longer one may scroll. */
const MAX_UNSCROLLED = 24;

/** A script of several digits, or of a word, without braces: of `IC_50` only the 5 is low. */
const SPLIT_SCRIPT = /[_^](?:\d{2,}|(?:max|min|eq|half|obs|tot|cat|app|rel|ref)(?![a-z]))/;

/** Draws formulas as MathML, display formulas in frames that scroll, with the sizes of their pictures. */
export const drawMath: Drawer = async (elements, { report, labels, drawFormulas }) => {
  let left = MAX_ELEMENTS;
  const macros = createMacros();
  const drawn: Drawn[] = [];
  for (const [index, element] of elements.entries()) {
    if (index >= MAX_FORMULAS || left <= 0) {
      const message = `A post can have at most ${MAX_FORMULAS.toLocaleString('en')} formulas.`;
      // Stays code: to replace each of a hundred thousand would take seconds.
      report('too-many-formulas', { line: element.line }, message, 'error');
      continue;
    }
    const label = labels.get(element.label ?? '');
    const result = await typesetElement(element, label, {
      maxElements: Math.min(left, MAX_FORMULA_ELEMENTS),
      macros,
    });
    if ('message' in result) {
      const message = `LaTeX: ${result.message}.`;
      report('malformed-formula', placeOf(element, result), message, 'error');
      element.replace([failure(element, message)]);
      continue;
    }
    const { math, tex } = result;
    const split = SPLIT_SCRIPT.exec(tex)?.[0];
    if (split !== undefined) {
      const message = `${quoted(split)} applies only to its first character. Write ${split[0]}{${split.slice(1)}}.`;
      report('split-script', placeOf(element, {}), message);
    }
    if (math === null) {
      element.replace([]);
      continue;
    }
    const size = countElements(math);
    left -= size;
    drawn.push({ math, size, tex, isDisplay: element.isBlock });
    element.replace([framed(math, element, numberOf(label, result))]);
  }
  await sizePictures(drawn, drawFormulas);
};

type Drawn = Formula & { math: Element; size: number };

async function typesetElement(
  { source, isBlock }: Placeholder,
  label: Label | undefined,
  limits: { maxElements: number; macros: Macros },
): Promise<Typeset | TexError> {
  const result = await typeset(source.trimEnd(), { isDisplay: isBlock, ...limits });
  if ('message' in result || result.tag === null || label === undefined) return result;
  return { message: `#${label.label} numbers the formula, so it cannot have a \\tag` };
}

/** Formulas that have a picture say how large it is, since feeds and mails cannot measure it. */
async function sizePictures(drawn: readonly Drawn[], drawFormulas: DrawFormulas): Promise<void> {
  let left = MAX_PICTURED;
  const pictured = drawn.filter(({ size }) => {
    const fits = size <= MAX_PICTURED_FORMULA && size <= left;
    if (fits) left -= size;
    return fits;
  });
  const pictures = await drawFormulas(pictured.map(({ tex, isDisplay }) => ({ tex, isDisplay })));
  for (const [index, { math }] of pictured.entries()) {
    const picture = pictures[index];
    if (picture) math.properties.dataPicture = pictureSize(picture);
  }
}

function failure(element: Placeholder, message: string): Element {
  return drawFailure({ ...element, source: element.source.trim() }, message);
}

type Place = Parameters<DrawingContext['report']>[1];

/**
 * The place of an error in the body. The lines of a display formula begin in the same column, right of the marks of
 * quotations and lists; those of a paragraph may begin anywhere.
 */
function placeOf(
  { source, line, column, isBlock }: Placeholder,
  { offset }: Pick<TexError, 'offset'>,
): Place {
  const lines = source.slice(0, offset ?? source.search(/\S|$/)).split('\n');
  const last = lines.at(-1)?.length ?? 0;
  const at = line + lines.length - 1;
  if (offset === undefined) return { line: at };
  if (lines.length === 1) return { line, column: (column ?? 1) + last };
  if (!isBlock) return { line: at };
  return { line: at, column: Math.max((column ?? 3) - 2, 1) + last };
}

function numberOf(label: Label | undefined, { tag }: Typeset): FormulaNumber | null {
  if (label === undefined) return tag === null ? null : { text: tag, name: `Formula ${tag}` };
  return { text: `(${label.number})`, name: label.text, id: labelId(label.label) };
}

type FormulaNumber = { text: string; name: string; id?: string };

/** A formula in a line of text, or a display formula in its frame. */
function framed(
  math: Element,
  { source, isBlock, isInLink }: Placeholder,
  number: FormulaNumber | null,
): Element {
  if (!isBlock) {
    if (source.length > MAX_UNSCROLLED) math.properties.className = ['formula-long'];
    return math;
  }
  const frame = h('div', { className: ['formula-frame'] }, math);
  const ariaLabel = number?.name ?? 'Formula';
  // What scrolls must be reachable by keyboard; a link is already.
  if (!isInLink) Object.assign(frame.properties, { role: 'group', ariaLabel, tabIndex: 0 });
  if (number === null) return h('div', { className: ['formula'] }, frame);
  const { text, id } = number;
  const shown = h('span', { className: ['formula-number'] }, text);
  return h('div', { className: ['formula'], ...(id && { id }) }, frame, shown);
}

function countElements({ children }: Element): number {
  return children.reduce(
    (count, child) => (child.type === 'element' ? count + countElements(child) : count),
    1,
  );
}

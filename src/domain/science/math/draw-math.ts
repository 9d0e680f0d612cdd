import type { Element, ElementContent } from 'hast';
import { type Drawer, type DrawingContext, drawFailure } from '../drawer.ts';
import type { InertElement } from '../inert.ts';
import { type Label, labelId } from '../labels.ts';
import type { TexError } from './tex-error.ts';
import { typeset } from './typeset.ts';

/** Of one body. What is beyond them stays TeX. */
const MAX_FORMULAS = 2000;
const MAX_ELEMENTS = 100_000;
/** Of one formula. */
const MAX_FORMULA_ELEMENTS = 10_000;
/** UTF-16 code units of a formula in a line that fits on a narrow phone at any rate; a longer one may scroll. */
const MAX_UNSCROLLED = 24;

/** Draws formulas as MathML, display formulas in frames that scroll. */
export const drawMath: Drawer = async (elements, { report, labels }) => {
  let left = MAX_ELEMENTS;
  for (const [index, element] of elements.entries()) {
    if (index >= MAX_FORMULAS || left <= 0) {
      const told = `A post draws at most ${MAX_FORMULAS.toLocaleString('en')} formulas.`;
      // Stays code: to replace each of a hundred thousand would take seconds.
      report('too-many-formulas', { line: element.line }, told, 'error');
      continue;
    }
    const { source, isBlock, label } = element;
    const drawn = await typeset(source.trimEnd(), {
      isDisplay: isBlock,
      maxElements: Math.min(left, MAX_FORMULA_ELEMENTS),
    });
    if ('message' in drawn) {
      const message = `LaTeX: ${drawn.message}.`;
      report('malformed-formula', placeOf(element, drawn), message, 'error');
      element.replace([failure(element, message)]);
      continue;
    }
    left -= countElements(drawn);
    const numbered = label === null ? undefined : labels.get(label);
    if (!isBlock && source.length > MAX_UNSCROLLED) drawn.properties.className = ['formula-long'];
    element.replace([isBlock ? displayFormula(drawn, element, numbered) : drawn]);
  }
};

function failure(element: InertElement, message: string): Element {
  return drawFailure({ ...element, source: element.source.trim() }, message);
}

type Place = Parameters<DrawingContext['report']>[1];

/**
 * The place of an error in the body. The lines of a display formula begin in the same column, right of the marks of
 * quotations and lists; those of a paragraph may begin anywhere.
 */
function placeOf({ source, line, column, isBlock }: InertElement, { offset }: TexError): Place {
  const lines = source.slice(0, offset ?? source.search(/\S|$/)).split('\n');
  const last = lines.at(-1)?.length ?? 0;
  const at = line + lines.length - 1;
  if (offset === undefined) return { line: at };
  if (lines.length === 1) return { line, column: (column ?? 1) + last };
  if (!isBlock) return { line: at };
  return { line: at, column: Math.max((column ?? 3) - 2, 1) + last };
}

/** `$$` is before the column of a display formula. */
function displayFormula(math: Element, { isInLink }: InertElement, label?: Label): Element {
  const name = label === undefined ? 'Formula' : label.text;
  const frame = element('div', { className: ['formula-frame'] }, [math]);
  // What scrolls must be reachable by keyboard; a link is already.
  if (!isInLink) Object.assign(frame.properties, { role: 'group', ariaLabel: name, tabIndex: 0 });
  if (label === undefined) return element('div', { className: ['formula'] }, [frame]);
  const number = element('span', { className: ['formula-number'] }, [
    { type: 'text', value: `(${label.number})` },
  ]);
  const properties = { className: ['formula'], id: labelId(label.label) };
  return element('div', properties, [frame, number]);
}

function element(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children };
}

function countElements({ children }: Element): number {
  return children.reduce(
    (count, child) => (child.type === 'element' ? count + countElements(child) : count),
    1,
  );
}

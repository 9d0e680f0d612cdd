import type { ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';

/** A formula with its counts as subscripts and charges as superscripts: C₂₈H₃₃N₇O₂, O₄S²⁻. */
export function formulaMarkup(formula: string): ElementContent[] {
  return formula.split(/( [+→] )/).flatMap((part, index) => {
    // Between the molecules of a reaction.
    if (index % 2 === 1) return [text(part)];
    const [, elements = '', sign = '', size = ''] = /^(.*?)(?:([+-])(\d*))?$/.exec(part) ?? [];
    const nodes = elements
      .split(/(\d+)/)
      .filter((piece) => piece !== '')
      .map((piece) => (/^\d/.test(piece) ? h('sub', {}, piece) : text(piece)));
    const charge = size + (sign === '-' ? '−' : sign);
    return charge === '' ? nodes : [...nodes, h('sup', {}, charge)];
  });
}

import { raised } from '../../text/unicode-scripts.ts';

export type FormulaPart = { text: string; place: 'line' | 'sub' | 'sup' };

/** A formula, or those of a reaction, with counts below the line, charges and mass numbers above it: C₂₈H₃₃N₇O₂, O₄S²⁻. */
export function formulaParts(formula: string): FormulaPart[] {
  return formula
    .split(/((?<=\[)\d+|(?<=\S)[+-]\d*(?![^ ,])|(?<=[A-Za-z\]*])\d+)/)
    .map((text, index, all): FormulaPart => {
      if (index % 2 === 0) return { text, place: 'line' };
      const [, sign = '', size = ''] = /^([+-])(\d*)$/.exec(text) ?? [];
      if (sign !== '') return { text: size + (sign === '-' ? '−' : '+'), place: 'sup' };
      return { text, place: all[index - 1]?.endsWith('[') ? 'sup' : 'sub' };
    })
    .filter(({ text }) => text !== '');
}

/** A formula where there is no markup, with raised charges: `C5H14NO⁺`, `O4S²⁻`. */
export function plainFormula(formula: string): string {
  return formulaParts(formula)
    .map(({ text }) => (/[+−]$/.test(text) ? (raised(text) ?? text) : text))
    .join('');
}

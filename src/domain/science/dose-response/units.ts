import { formatNumber } from './format-number.ts';

/** Decimal exponents of amount concentrations, from mol/L. */
const MOLAR: ReadonlyMap<string, number> = new Map([
  ['M', 0],
  ['mM', -3],
  ['µM', -6],
  ['nM', -9],
  ['pM', -12],
  ['fM', -15],
]);

/** A unit of concentrations; `exponent` is that of mol/L, null where the unit is not molar. */
export type Unit = { name: string; exponent: number | null };

/** Reads a unit as people write it: `uM`, `μM` (Greek), `µM` (micro), `nmol/L`. */
export function readUnit(written: string): Unit {
  const name = written
    .trim()
    .replace(/^[uμ](?=M$|mol|g)/, 'µ')
    .replace(/^([mµnpf]?)mol\s?(?:\/\s?[lL]|[lL]⁻¹|\/dm³)$/, '$1M');
  const exponent = MOLAR.get(name);
  return exponent === undefined ? { name: written.trim(), exponent: null } : { name, exponent };
}

/** Molar units, largest first. */
export const MOLAR_UNITS: readonly Unit[] = [...MOLAR].map(([name, exponent]) => ({
  name,
  exponent,
}));

/** A concentration by its log10 in a unit, with three figures, in the molar unit that suits its size. */
export function formatConcentration(log10: number, unit: Unit): string {
  const { exponent } = unit;
  if (exponent === null) return `${formatNumber(10 ** log10)} ${unit.name}`;
  // Rounded first: 999.9 nM is 1 µM.
  const inMolar = Math.log10(Number((10 ** (log10 + exponent)).toPrecision(3)));
  const best =
    MOLAR_UNITS.find((each) => inMolar >= (each.exponent ?? 0)) ?? MOLAR_UNITS.at(-1) ?? unit;
  return `${formatNumber(10 ** (log10 + exponent - (best.exponent ?? 0)))} ${best.name}`;
}

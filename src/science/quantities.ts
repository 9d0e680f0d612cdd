import { readUnit } from './dose-response/units.ts';

/** Names of potencies and affinities; the prefix `p` means the negative logarithm. */
export const POTENCY = 'IC50|EC50|GI50|CC50|AC50|DC50|ED50|Ki|Kd|KD|Km';

/** Every unit that may stand behind a value; a percentage is one. */
export const UNIT =
  '(?:[mµunpfk]?M(?![\\w])|[mµunpf]?mol\\b|[mµunpfk]?g\\b|[mµunpfk]?[lL]\\b|milli|micro|nano|pico|femto|%|°|Da\\b|kDa\\b|Å|ms\\b|s\\b|min\\b|h\\b|hours?\\b|days?\\b|d\\b|weeks?\\b|k?cal\\b|k?J\\b|K\\b|fold\\b|-fold\\b|ppm\\b|mm\\b|cm\\b|nm\\b|µm\\b|U\\b|IU\\b)';

/** A word, and what it is divided by: `nM`, `nmol/L`, `nmol L-1`. */
const WRITTEN_UNIT = /^\p{L}{1,10}(?:\s?\/\s?\p{L}{1,2}|\s[lL]-1)?(?![\p{L}\d-])/u;

/** The exponent of mol/L of a unit at the beginning of a text; null for what is not a molar one. */
export function molarExponent(text: string): number | null {
  const unit = readUnit(WRITTEN_UNIT.exec(text)?.[0] ?? '');
  return typeof unit === 'string' ? null : unit.exponent;
}

export function toNumber(written: string): number {
  return Number(written.replaceAll(',', ''));
}

/** The largest difference between a logarithm and its value that rounding explains. */
const MAX_LOG_DIFFERENCE = 0.15;

/** The pIC50 of a value; null if the given one agrees with it. */
export function expectedLogarithm(given: number, value: number, exponent: number): string | null {
  const expected = -(Math.log10(value) + exponent);
  const fits = Math.abs(expected - given) <= MAX_LOG_DIFFERENCE;
  return fits || !Number.isFinite(expected) ? null : expected.toFixed(2);
}

/** What a potency or an affinity is called. `p` before it is its negative logarithm. */
export const POTENCY = 'IC50|EC50|GI50|CC50|AC50|DC50|ED50|Ki|Kd|KD|Km';

const PREFIXES: Readonly<Record<string, number>> = {
  '': 0,
  m: -3,
  µ: -6,
  u: -6,
  n: -9,
  p: -12,
  f: -15,
};

const CONCENTRATION = /^([mµunpf]?)(?:M(?![\w-])|mol\s?(?:\/\s?L|L-1|l-1|dm-3)|molar)/;

/** Every unit that may stand behind a value; a percentage is one. */
export const UNIT =
  '(?:[mµunpfk]?M(?![\\w])|[mµunpf]?mol\\b|[mµunpfk]?g\\b|[mµunpfk]?[lL]\\b|milli|micro|nano|pico|femto|%|°|Da\\b|kDa\\b|Å|ms\\b|s\\b|min\\b|h\\b|hours?\\b|days?\\b|d\\b|weeks?\\b|k?cal\\b|k?J\\b|K\\b|fold\\b|-fold\\b|ppm\\b|mm\\b|cm\\b|nm\\b|µm\\b|U\\b|IU\\b)';

/** The exponent of mol/L of a unit at the beginning of a text; null for what is no molar one. */
export function molarExponent(text: string): number | null {
  const [found, prefix = ''] = CONCENTRATION.exec(text.trim()) ?? [];
  return found === undefined ? null : (PREFIXES[prefix] ?? null);
}

export function toNumber(written: string): number {
  return Number(written.replaceAll(',', ''));
}

/** What a negative logarithm and its value may differ by when both are rounded. */
const MAX_LOG_DIFFERENCE = 0.15;

/** What a pIC50 is for a value in a unit; null where the one that is given fits. */
export function misfittingLogarithm(given: number, value: number, exponent: number): string | null {
  const expected = -(Math.log10(value) + exponent);
  const fits = Math.abs(expected - given) <= MAX_LOG_DIFFERENCE;
  return fits || !Number.isFinite(expected) ? null : expected.toFixed(2);
}

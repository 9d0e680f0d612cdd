import { quoted } from '../../text/finding.ts';

/**
 * Average and monoisotopic mass in Da of the elements that compounds of medicine have. Sources: abridged standard atomic
 * weights (IUPAC, 2021); AME2020.
 */
const MASSES: Readonly<Record<string, readonly [average: number, monoisotopic: number]>> = {
  H: [1.008, 1.007825],
  B: [10.81, 11.009305],
  C: [12.011, 12],
  N: [14.007, 14.003074],
  O: [15.999, 15.994915],
  F: [18.998, 18.998403],
  Na: [22.99, 22.989769],
  Mg: [24.305, 23.985042],
  Si: [28.085, 27.976927],
  P: [30.974, 30.973762],
  S: [32.06, 31.972071],
  Cl: [35.45, 34.968853],
  K: [39.098, 38.963706],
  Ca: [40.078, 39.962591],
  Fe: [55.845, 55.934936],
  Zn: [65.38, 63.929142],
  Se: [78.971, 79.916522],
  Br: [79.904, 78.918338],
  I: [126.904, 126.904473],
  Pt: [195.084, 194.964792],
};

/** Masses of the ions of mass spectrometry: protonated, sodiated, with ammonium, with potassium, deprotonated. */
const ADDUCTS = [1.00728, 22.98922, 18.03383, 38.96316, -1.00728];

const FORMULA = /(?<![\w[(-])C\d{1,3}H\d{1,3}(?:[A-Z][a-z]?\d{0,3}){0,8}(?![\w+-])/g;
const MASS =
  /(?<![\d.,])(\d{2,4}(?:\.\d{1,5})?)\s?(?:g\s?\/\s?mol|g\s?·?\s?mol-1|Da\b|Daltons?\b|amu\b|u\b)|(?:\bM[rWw]?|\bmolecular weight|\bmolar mass|\bmass|m\/z|\bHRMS|\bweighs|\[M[+-][A-Z][a-z]?\][+-]?)(?:\s?(?:\([^()]{0,20}\)|[=:≈]|of|is|was|calcd?\.?|found)){0,3}\s?(\d{2,4}\.\d{1,5}|\d{2,4})(?![\d%])/gi;

/** Further away, a mass is that of something else. */
const MAX_DISTANCE = 60;

/** Finds a mass that disagrees with the formula, in a text that names one of each. */
export function inconsistentMass(text: string): { offset: number; message: string } | null {
  const [formula, ...formulas] = text.matchAll(FORMULA);
  if (formula === undefined || formulas.length > 0) return null;
  const masses = [...text.matchAll(MASS)].filter(
    ({ index }) => Math.abs(index - formula.index) < MAX_DISTANCE,
  );
  const computed = massesOf(formula[0]);
  const [mass] = masses;
  if (mass === undefined || masses.length > 1 || computed === null) return null;
  const given = mass[1] ?? mass[2] ?? '';
  const [average, monoisotopic] = computed;
  const isIon = /m\/z|\[M|HRMS/i.test(text);
  const candidates = isIon ? [0, ...ADDUCTS].map((adduct) => monoisotopic + adduct) : [];
  const decimals = given.split('.')[1]?.length ?? 0;
  // Tables of atomic weights differ in the second decimal.
  const tolerance = decimals === 0 ? 1 : decimals === 1 ? 0.15 : 0.06;
  const fits = [average, monoisotopic, ...candidates].some(
    (each) => Math.abs(each - Number(given)) <= tolerance,
  );
  if (fits) return null;
  return {
    offset: mass.index,
    message: `${quoted(formula[0])} weighs ${average.toFixed(2)} g/mol (monoisotopic ${monoisotopic.toFixed(4)}), not ${given}.`,
  };
}

function massesOf(formula: string): readonly [number, number] | null {
  let [average, monoisotopic] = [0, 0];
  for (const [, symbol = '', count] of formula.matchAll(/([A-Z][a-z]?)(\d*)/g)) {
    const masses = MASSES[symbol];
    if (masses === undefined) return null;
    average += masses[0] * Number(count || 1);
    monoisotopic += masses[1] * Number(count || 1);
  }
  return [average, monoisotopic];
}

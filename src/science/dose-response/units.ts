import { quoted } from '../../text/finding.ts';
import { formatNumber } from '../drawer.ts';

/** A unit of concentrations; `exponent` is that of mol/L, null where the unit is not molar. */
export type Unit = { name: string; exponent: number | null };

/** Units of amount, largest first. */
const MOLAR_UNITS: readonly Unit[] = ['M', 'mM', 'µM', 'nM', 'pM', 'fM'].map((name, index) => ({
  name,
  exponent: -3 * index,
}));

/** Units of mass, which say nothing of molecules without a molar mass. */
const MASS = ['g/L', 'mg/L', 'µg/L', 'ng/L', 'mg/mL', 'µg/mL', 'ng/mL', 'pg/mL', '%'];

const UNITS = [...MOLAR_UNITS, ...MASS.map((name) => ({ name, exponent: null }))];

/**
 * Accepts `uM`, `μM` (Greek), `µM` (micro), `nmol/L`, `nanomolar`, `mg L⁻¹`. The list is closed: a
 * wrong letter is a thousandfold.
 *
 * @returns what is wrong, and what may be meant
 */
export function readUnit(written: string): Unit | string {
  const given = written.trim().normalize('NFKC');
  const name = given
    .replace(/^(?:milli|micro|nano|pico|femto)(?=molar$|mol|gram)/i, (prefix) =>
      /^micro$/i.test(prefix) ? 'µ' : prefix.charAt(0).toLowerCase(),
    )
    .replace(/molar$/i, 'M')
    .replace(/grams?/i, 'g')
    .replace(/^[uμ](?=M$|mol|g)/, 'µ')
    .replace(/\s*(?:\/\s*|\s(?=m?[lL](?:-1|−1)))(m?)[lL](?:-1|−1)?$/, '/$1L')
    .replace(/^([mµnpf]?)mol\/(?:L|dm3)$/, '$1M');
  const unit = UNITS.find((known) => known.name === name);
  if (unit !== undefined) return unit;
  const log = /^log(?:10)?\s*\(?\s*([^)]*)\)?$/i.exec(given)?.[1];
  if (log !== undefined) {
    return `${quoted(given)} is not a unit; for logarithms, name the column: log10 concentration (${log.trim() || 'M'})`;
  }
  const low = name.toLowerCase().replace(/^u/, 'µ');
  const meant = UNITS.find((known) => known.name.toLowerCase() === low)?.name;
  const guess = /^[mµnpf]?m$/.test(low) ? `${low.slice(0, -1)}M` : meant;
  return `${quoted(given)} is not a unit of concentration; ${guess === undefined ? '' : `is ${guess} meant? `}the units are ${UNITS.map((known) => known.name).join(', ')}`;
}

/** Three figures, in the molar unit that suits the size. */
export function formatConcentration(log10: number, unit: Unit): string {
  const { exponent } = unit;
  if (exponent === null) return `${formatNumber(10 ** log10)} ${unit.name}`;
  // Rounded first: 999.9 nM is 1 µM.
  const inMolar = Math.log10(Number((10 ** (log10 + exponent)).toPrecision(3)));
  const best =
    MOLAR_UNITS.find((known) => inMolar >= (known.exponent ?? 0)) ?? MOLAR_UNITS.at(-1) ?? unit;
  return `${formatNumber(10 ** (log10 + exponent - (best.exponent ?? 0)))} ${best.name}`;
}

import type { Plateau, Refusal } from './fit-curve.ts';
import { formatNumber } from './format-number.ts';
import { formatConcentration, type Unit } from './units.ts';

export type Wording = {
  /** `IC50` */
  quantity: string;
  unit: Unit;
  /** The log10 of the lowest and the highest concentration. */
  tested: readonly [low: number, high: number];
};

const NAMES: Record<Plateau, string> = { top: 'upper', bottom: 'lower' };

/** Why a curve is not fitted, without a full stop. */
export function refusalInWords(refusal: Refusal, { quantity, unit, tested }: Wording): string {
  const [low, high] = tested.map((log10) => formatConcentration(log10, unit));
  switch (refusal.reason) {
    case 'few-concentrations':
      return `${refusal.found} different ${refusal.found === 1 ? 'concentration' : 'concentrations'}; this curve needs at least ${refusal.needed}`;
    case 'equal-responses':
      return 'all responses are equal';
    case 'no-effect':
      return `the responses do not depend on the concentration (F test, p = ${formatNumber(refusal.p)})`;
    case 'out-of-range':
      return refusal.side === 'above'
        ? `${quantity} > ${high}, the highest concentration`
        : `${quantity} < ${low}, the lowest concentration`;
    case 'no-plateau': {
      const where = refusal.side === 'above' ? 'above' : 'below';
      const name = NAMES[refusal.plateau];
      return `no ${name} plateau: no concentration lies ${where} ${formatConcentration(refusal.bend, unit)}, where the curve bends towards it; measure there, or fix it by ${refusal.plateau}=…`;
    }
    case 'beyond-plateau':
      return `the responses lie on the wrong side of the ${NAMES[refusal.plateau]} plateau, which is fixed`;
    case 'no-slope':
      return 'too few concentrations lie on the slope of the curve to tell its Hill slope';
    case 'imprecise':
      return refusal.what === 'IC50'
        ? `the 95% interval of the ${quantity} is wider than hundredfold`
        : `the 95% interval of the ${NAMES[refusal.what]} plateau is wider than the curve is high`;
  }
}

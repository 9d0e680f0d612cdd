import { formatNumber } from '../format-number.ts';
import type { Plateau, Refusal } from './fit-curve.ts';
import type { LackOfFit } from './goodness-of-fit.ts';
import { formatConcentration, type Unit } from './units.ts';

type MessageContext = {
  /** `IC50` */
  quantity: string;
  unit: Unit;
  /** The log10 of the lowest and the highest concentration. */
  tested: readonly [low: number, high: number];
};

const NAMES: Record<Plateau, string> = { top: 'upper', bottom: 'lower' };

const MISFITS: Record<LackOfFit['test'], string> = {
  replicates: 'lack of fit beside the scatter of replicates',
  residuals: 'the residuals follow a pattern',
  dependence: 'the responses depend on the concentration in another way',
};

function probability(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${formatNumber(p)}`;
}

/** Why a curve is not fitted, without a full stop. */
export function refusalMessage(
  refusal: Refusal,
  { quantity, unit, tested }: MessageContext,
): string {
  const [low, high] = tested.map((log10) => formatConcentration(log10, unit));
  switch (refusal.reason) {
    case 'few-concentrations':
      return `${refusal.found} different ${refusal.found === 1 ? 'concentration' : 'concentrations'}; this curve needs at least ${refusal.needed}`;
    case 'equal-responses':
      return 'all responses are equal';
    case 'no-effect':
      return `nothing shows that the responses depend on the concentration (F test, p = ${formatNumber(refusal.p)})`;
    case 'misfit':
      return `a sigmoid curve does not describe these data (${MISFITS[refusal.test]}, ${probability(refusal.p)}), so that no ${quantity} is given; the effect may have two phases or turn back`;
    case 'scatter':
      return `the points scatter too much: their residual SD is ${Math.round(100 * refusal.share)}% of the height of the curve`;
    case 'out-of-range':
      return refusal.side === 'above'
        ? `${quantity} > ${high}, the highest concentration (95% confidence)`
        : `${quantity} < ${low}, the lowest concentration (95% confidence)`;
    case 'no-plateau': {
      const where = refusal.side === 'above' ? 'above' : 'below';
      const name = NAMES[refusal.plateau];
      const from = refusal.side === 'above' ? high : low;
      return refusal.bend === null
        ? `no ${name} plateau: the curve does not bend towards it near ${from}; measure ${where} that, or fix it by ${refusal.plateau}=…`
        : `no ${name} plateau: no concentration lies ${where} ${formatConcentration(refusal.bend, unit)}, where the curve bends towards it; measure there, or fix it by ${refusal.plateau}=…`;
    }
    case 'beyond-plateau':
      return `the responses lie on the wrong side of the ${NAMES[refusal.plateau]} plateau, which is fixed`;
    case 'imprecise':
      return refusal.what === 'IC50'
        ? `the 95% interval of the ${quantity} is wider than hundredfold`
        : `the 95% interval of the ${NAMES[refusal.what]} plateau is wider than the curve is high`;
  }
}

import { type Fixed, freeParameters } from './four-parameter-logistic.ts';
import type { Data } from './levenberg-marquardt.ts';

const HILL_SLOPES = [-4, -2, -1, -0.5, 0.5, 1, 2, 4];
const POSITIONS = 16;
const STARTS = 4;

type Candidate = { start: number[]; rss: number };

/**
 * The best points of a grid over the IC50 and the Hill slope to start a fit from. At each of them the plateaus enter
 * linearly, so that they are found by linear regression.
 */
export function startingValues(data: Data, fixed: Fixed): number[][] {
  const low = Math.min(...data.x);
  const high = Math.max(...data.x);
  const candidates: Candidate[] = [];
  for (const hill of fixed.hill === undefined ? HILL_SLOPES : [fixed.hill]) {
    for (let i = 0; i <= POSITIONS; i++) {
      candidates.push(candidateAt(low + ((high - low) * i) / POSITIONS, hill, data, fixed));
    }
  }
  return candidates
    .sort((a, b) => a.rss - b.rss)
    .slice(0, STARTS)
    .map(({ start }) => start);
}

function candidateAt(logIc50: number, hill: number, { x, y }: Data, fixed: Fixed): Candidate {
  const fractions = x.map((each) => 1 / (1 + 10 ** (hill * (logIc50 - each))));
  const plateaus = regress(fractions, y, fixed);
  const rss = fractions.reduce((sum, fraction, i) => {
    const fitted = plateaus.bottom + (plateaus.top - plateaus.bottom) * fraction;
    return sum + ((y[i] ?? 0) - fitted) ** 2;
  }, 0);
  const all = { logIc50, hill, ...plateaus };
  return { start: freeParameters(fixed).map((name) => all[name]), rss };
}

/** The plateaus that fit `bottom · (1 − fraction) + top · fraction` best. */
function regress(
  fractions: readonly number[],
  y: readonly number[],
  { top, bottom }: Fixed,
): { top: number; bottom: number } {
  let [ff, fg, gg, fy, gy] = [0, 0, 0, 0, 0];
  for (const [i, f] of fractions.entries()) {
    const g = 1 - f;
    const value = y[i] ?? 0;
    ff += f * f;
    fg += f * g;
    gg += g * g;
    fy += f * value;
    gy += g * value;
  }
  if (top !== undefined && bottom !== undefined) return { top, bottom };
  if (top !== undefined) return { top, bottom: (gy - top * fg) / gg };
  if (bottom !== undefined) return { top: (fy - bottom * fg) / ff, bottom };
  const determinant = ff * gg - fg * fg;
  return { top: (fy * gg - gy * fg) / determinant, bottom: (gy * ff - fy * fg) / determinant };
}

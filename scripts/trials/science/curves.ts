import { fitCurve } from '../../../src/science/dose-response/fit-curve.ts';
import type { Parameter } from '../../../src/science/dose-response/four-parameter-logistic.ts';
import { seededNormal } from '../../../test/seeded-normal.ts';

/** The response at a log10 of a concentration, of a curve at a position, in % of the control. */
type Shape = (x: number, at: number) => number;

const logistic = (x: number, at: number, hill: number) => 100 / (1 + 10 ** (hill * (at - x)));

/** Shapes that the model describes, by their Hill slopes. */
export const SIGMOID = [-0.7, -1, -1.5, -2.5, -4, 1];

/** Shapes that it does not describe. */
export const OTHER: Readonly<Record<string, Shape>> = {
  'two phases': (x, at) => logistic(x, at - 1.5, -1.2) / 2 + logistic(x, at + 1.5, -1.2) / 2,
  'a bell': (x, at) => (logistic(x, at - 1, 1.5) * logistic(x, at + 1, -1.5)) / 100,
  'a valley': (x, at) => 100 - (logistic(x, at - 1, 1.5) * logistic(x, at + 1, -1.5)) / 110,
};

/** Concentrations over six decades, and readings of each. */
const DESIGNS = [
  [8, 2],
  [10, 1],
  [10, 2],
  [10, 3],
  [12, 1],
  [7, 3],
] as const;
/** Standard deviations in % of the height. */
const NOISE = [2, 4, 6];

export type Coverage = {
  fitted: number;
  /** The share that is refused, of 1. */
  refused: number;
  /** The share of published intervals that hold the true value, of 1. */
  held: Partial<Record<Parameter, number>>;
};

/** Fits simulated curves with a fixed seed, and counts what their intervals hold. */
export function coverageOf(hill: number, curves: number): Coverage {
  const truth: Record<Parameter, number> = { logIc50: 0, hill, top: 100, bottom: 0 };
  const counts = { logIc50: [0, 0], hill: [0, 0], top: [0, 0], bottom: [0, 0] };
  let fitted = 0;
  for (const { at, fit } of simulate((x, at) => logistic(x, at, hill), curves)) {
    if ('refusal' in fit) continue;
    fitted += 1;
    for (const [name, count] of Object.entries(counts) as [Parameter, number[]][]) {
      const [low, high] = fit[name].interval;
      // Of a slope that the data do not determine, no interval is published.
      if (!Number.isFinite(high - low)) continue;
      const value = name === 'logIc50' ? at : truth[name];
      count[0] = (count[0] ?? 0) + Number(low <= value && value <= high);
      count[1] = (count[1] ?? 0) + 1;
    }
  }
  const shares = Object.entries(counts).flatMap(([name, [held = 0, all = 0]]) =>
    all < curves / 3 ? [] : [[name, held / all] as const],
  );
  return { fitted, refused: 1 - fitted / curves, held: Object.fromEntries(shares) };
}

/** The share of simulated curves of another shape that get a number, of 1. */
export function numbersFor(shape: Shape, curves: number): number {
  const fits = [...simulate(shape, curves)];
  return fits.filter(({ fit }) => !('refusal' in fit)).length / curves;
}

function* simulate(shape: Shape, curves: number) {
  const random = seededNormal('curves');
  for (let i = 0; i < curves; i++) {
    const [concentrations, replicates] = DESIGNS[i % DESIGNS.length] ?? DESIGNS[0];
    const sd = NOISE[Math.floor(i / DESIGNS.length) % NOISE.length] ?? 1;
    const at = 2 * random.uniform() - 1;
    const x = Array.from(
      { length: concentrations * replicates },
      (_, each) => -3 + (6 * Math.floor(each / replicates)) / (concentrations - 1),
    );
    const y = x.map((each) => shape(each, at) + sd * random.normal());
    yield { at, fit: fitCurve({ x, y }) };
  }
}

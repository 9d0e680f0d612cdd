import { expect, test } from 'vitest';
import { seededNormal } from '../../../test/seeded-normal.ts';
import { PARAMETERS, type Parameter } from './curve-fitting.ts';
import { fitCurve } from './fit.ts';

/** The response at a log10 of a concentration, of a curve at a position, in % of the control. */
type Shape = (x: number, at: number) => number;

const logistic = (x: number, at: number, hill: number) => 100 / (1 + 10 ** (hill * (at - x)));

/** Shapes that the model describes, by their Hill slopes. */
const SIGMOID = [-0.7, -1, -1.5, -2.5, -4, 1];

/** Shapes that it does not describe. */
const OTHER: Readonly<Record<string, Shape>> = {
  'two phases': (x, at) => logistic(x, at - 1.5, -1.2) / 2 + logistic(x, at + 1.5, -1.2) / 2,
  'a bell': (x, at) => (logistic(x, at - 1, 1.5) * logistic(x, at + 1, -1.5)) / 100,
  'a valley': (x, at) => 100 - (logistic(x, at - 1, 1.5) * logistic(x, at + 1, -1.5)) / 110,
};

/** A thousand take minutes: `CURVES=1000 npm test -- unit` this file. Slopes of −2.5 and −4 then hold 97.5 and 98 %. */
const CURVES = Number(process.env.CURVES ?? 18);
const LIMITS =
  CURVES < 1000
    ? { refused: 0.1, lowest: 0.88, highest: 1 }
    : { refused: 0.05, lowest: 0.93, highest: 0.97 };

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

test.each(SIGMOID)(
  'intervals hold the true values of %d as often as they say',
  (hill) => {
    const { refused, held } = coverageOf(hill);
    expect(refused).toBeLessThanOrEqual(LIMITS.refused);
    for (const [name, share] of Object.entries(held)) {
      expect.soft(share, name).toBeGreaterThanOrEqual(LIMITS.lowest);
      expect.soft(share, name).toBeLessThanOrEqual(LIMITS.highest);
    }
  },
  900_000,
);

test.each(Object.entries(OTHER))(
  'no curve of %s gets a number',
  (_, shape) => {
    expect([...simulate(shape)].filter(({ fit }) => !('refusal' in fit))).toEqual([]);
  },
  900_000,
);

/** Fits simulated curves with a fixed seed, and counts what their intervals hold. */
function coverageOf(hill: number) {
  const held: Record<Parameter, boolean[]> = { logIc50: [], hill: [], top: [], bottom: [] };
  let fitted = 0;
  for (const { at, fit } of simulate((x, at) => logistic(x, at, hill))) {
    if ('refusal' in fit) continue;
    fitted += 1;
    const truth = { logIc50: at, hill, top: 100, bottom: 0 };
    for (const name of PARAMETERS) {
      const [low, high] = fit[name].interval;
      // Of a slope that the data do not determine, no interval is published.
      if (!Number.isFinite(high - low)) continue;
      held[name].push(low <= truth[name] && truth[name] <= high);
    }
  }
  const shares = PARAMETERS.filter((name) => held[name].length >= CURVES / 3).map((name) => {
    return [name, held[name].filter(Boolean).length / held[name].length];
  });
  return { refused: 1 - fitted / CURVES, held: Object.fromEntries(shares) };
}

function* simulate(shape: Shape) {
  const random = seededNormal('curves');
  for (let i = 0; i < CURVES; i++) {
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

import { themedSvg } from '../themed-svg.ts';
import { constraints } from './constraints.ts';
import { doseResponse } from './dose-response.ts';
import { plate } from './plate.ts';
import { selectivity } from './selectivity.ts';
import { twoPredictions } from './two-predictions.ts';
import { uncertainty } from './uncertainty.ts';

const DRAWINGS: Readonly<Record<string, () => string>> = {
  'closing-the-loop-with-the-wet-lab': plate,
  'cytotoxicity-and-selectivity': selectivity,
  'designing-molecules-under-constraints': constraints,
  'how-to-read-an-ic50': doseResponse,
  'uncertainty-and-out-of-distribution-checks': uncertainty,
  'what-a-binding-affinity-prediction-tells-you': twoPredictions,
};

/** The covers of the sample posts, each drawn from what its post is about, by slug. */
export function drawCovers(): [slug: string, svg: string][] {
  return Object.entries(DRAWINGS).map(([slug, draw]) => [
    slug,
    themedSvg({ width: 1600, height: 900 }, draw()),
  ]);
}

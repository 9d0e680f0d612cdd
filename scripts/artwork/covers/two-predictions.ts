import { box, dashes, disc, fill, line, type Point, sampled, through } from '../themed-svg.ts';

/** Two candidates of the post's example. */
const MEANS = [7.5, 8] as const;
const SD = 0.7;

const x = (value: number) => 800 + (value - 7.75) * 330;
const density = (value: number, mean: number) => Math.exp(-((value - mean) ** 2) / (2 * SD * SD));
const at = (value: number, height: number): Point => [x(value), 750 - height * 610];
const bell = (mean: number) => sampled((value) => at(value, density(value, mean)), 4.8, 10.7, 120);

/** What a prediction tells: two answers that overlap, of which the higher is probably the better. */
export function twoPredictions(): string {
  const both = (value: number) => Math.min(...MEANS.map((mean) => density(value, mean)));
  const hatching = Array.from({ length: 76 }, (_, i) => 5.8 + i * 0.05);
  const halves = Array.from({ length: 13 }, (_, i) => 4.75 + i / 2);
  return [
    fill('paper', box(0, 0, 1600, 900)),
    line('line', 3, Array.from({ length: 8 }, (_, i) => `M0 ${110 + i * 80}H1600`).join('')),
    fill('amber-tint', `${bell(MEANS[0])}V750H-200z`),
    fill('teal-tint', `${bell(MEANS[1])}V750H-200z`),
    line(
      'teal',
      3,
      hatching.map((value) => through([at(value, both(value)), at(value, 0)])).join(''),
    ),
    line('muted', 4, `M0 750H1600${halves.map((value) => `M${x(value + 0.25)} 750v26`).join('')}`),
    line('amber', 9, bell(MEANS[0])),
    line('teal', 13, bell(MEANS[1])),
    ...MEANS.map((mean, i) =>
      line(i === 0 ? 'amber' : 'teal', 5, through([at(mean, 1), at(mean, 0)]), dashes(4, 18)),
    ),
    disc('paper', at(MEANS[0], 1), 32),
    disc('amber', at(MEANS[0], 1), 21),
    disc('paper', at(MEANS[1], 1), 32),
    disc('teal', at(MEANS[1], 1), 21),
  ].join('');
}

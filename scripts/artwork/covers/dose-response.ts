import { box, dashes, disc, fill, line, type Point, sampled, through } from '../themed-svg.ts';

/** The readings of the post's own figure: log10 of nM, and per cent of the signal. */
const READINGS = [
  [0, 100.2],
  [0, 97.1],
  [0.477, 98.4],
  [0.477, 95],
  [1, 92.9],
  [1, 90.2],
  [1.477, 75.3],
  [1.477, 79],
  [2, 52.6],
  [2, 49.1],
  [2.477, 28],
  [2.477, 25.2],
  [3, 9.4],
  [3, 12.1],
  [3.477, 6.1],
  [3.477, 3.9],
  [4, 2.1],
  [4, 4.4],
] as const;

const TOP = 99;
const BOTTOM = 2;
const LOG_IC50 = 2;

const signal = (log: number) => BOTTOM + (TOP - BOTTOM) / (1 + 10 ** (log - LOG_IC50));
const at = (log: number, value: number): Point => [170 + (log / 4) * 1260, 745 - value * 5.7];
const onCurve = (log: number) => at(log, signal(log));

/** How to read an IC50: a fitted curve, its readings, and where it is half way down. */
export function doseResponse(): string {
  const ticks = [0, 1, 2, 3].flatMap((decade) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => decade + Math.log10(digit)),
  );
  const middle = onCurve(LOG_IC50);
  return [
    fill('paper', box(0, 0, 1600, 900)),
    fill('teal-tint', `${sampled(onCurve, -0.6, 4.6)}V745H-20V0z`),
    line('line', 3, [0, 25, 50, 75, 100].map((value) => `M0 ${at(0, value)[1]}H1600`).join('')),
    // An engraving: closer together where the logarithmic scale is.
    line('teal', 2.5, ticks.map((log) => through([onCurve(log), at(log, 0)])).join('')),
    line(
      'muted',
      4,
      `M0 745H1600${ticks.map((log) => `M${at(log, 0)[0]} 745v${log % 1 === 0 ? 34 : 18}`).join('')}`,
    ),
    line('teal', 13, sampled(onCurve, -0.6, 4.6)),
    line('amber', 6, `M0 ${middle[1]}H${middle[0]}V745`, dashes(4, 20)),
    ...READINGS.flatMap(([log, value]) => [
      disc('paper', at(log, value), 19),
      disc('ink', at(log, value), 13),
    ]),
    disc('paper', middle, 38),
    disc('amber', middle, 26),
  ].join('');
}

import { box, dashes, disc, fill, line, type Point, ring } from '../themed-svg.ts';

/** Invented compounds, by gap: pIC50 in tumour and in normal cells. The third is the post's example. */
const COMPOUNDS = [
  [7.7, 5.1],
  [6.9, 4.7],
  [6.4, 4.92],
  [7.3, 6.1],
  [6.1, 5.2],
  [5.6, 5.1],
  [6.6, 6.3],
  [5.3, 5.5],
] as const;
const EXAMPLE = 2;
/** The noise of one value, in log units. */
const SD = 0.25;

const x = (value: number) => 130 + (value - 4.2) * 350;
const y = (row: number) => 132 + row * 91;

/** Cytotoxicity and selectivity: the gap between tumour and normal cells, and how sure of it one is. */
export function selectivity(): string {
  const units = Array.from({ length: 5 }, (_, i) => x(4 + i));
  return [
    fill('paper', box(0, 0, 1600, 900)),
    line('line', 3, units.map((at) => `M${at} 0V900`).join('')),
    fill('amber-tint', box(0, y(EXAMPLE) - 45, 1600, 90)),
    ...COMPOUNDS.flatMap(([tumour, normal], row) => {
      const [left, right]: [Point, Point] = [
        [x(normal), y(row)],
        [x(tumour), y(row)],
      ];
      const interval = ([at]: Point) => `M${at - SD * 350} ${y(row)}H${at + SD * 350}`;
      return [
        line('muted', 2.5, `M0 ${y(row)}H1600`, dashes(2, 14)),
        line('muted', 4, interval(left)),
        line('teal', 4, interval(right)),
        line(
          row === EXAMPLE ? 'amber' : 'ink',
          row === EXAMPLE ? 13 : 9,
          `M${left.join(' ')}H${right[0]}`,
        ),
        disc('paper', left, 25),
        ring('ink', left, 18, 8),
        disc('paper', right, 31),
        disc('teal', right, 23),
      ];
    }),
  ].join('');
}

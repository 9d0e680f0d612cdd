import { seededRandom } from '../../../src/ui/artwork/seeded-random.ts';
import { box, disc, fill, line, type Point, ring } from '../themed-svg.ts';

const COLUMNS = 12;
const ROWS = 8;
const PITCH = 82;
const RADIUS = 31;

/** The wells of the post's plate, but for its 16 controls, which fill the outer columns. */
const WELLS = { exploit: 44, explore: 20, random: 8, repeat: 8 };
type Kind = keyof typeof WELLS | 'control';

const at = (column: number, row: number): Point => [
  800 + (column - (COLUMNS - 1) / 2) * PITCH,
  450 + (row - (ROWS - 1) / 2) * PITCH,
];

/** Shuffled, as on a real plate: a gradient across it must not look like an effect. */
function kinds(): Kind[] {
  const random = seededRandom('closing-the-loop-with-the-wet-lab');
  const names = Object.keys(WELLS) as (keyof typeof WELLS)[];
  return names
    .flatMap((kind) =>
      Array.from({ length: WELLS[kind] }, () => ({ kind, key: random.between(0, 1) })),
    )
    .toSorted((a, b) => a.key - b.key)
    .map(({ kind }) => kind);
}

const DRAWN: Record<Kind, (well: Point) => string> = {
  control: (well) => disc('ink', well, RADIUS),
  exploit: (well) => disc('teal', well, RADIUS),
  explore: (well) => disc('teal-tint', well, RADIUS) + ring('teal', well, RADIUS - 4, 7),
  random: (well) => disc('amber', well, RADIUS),
  repeat: (well) => ring('teal', well, RADIUS - 3, 6) + disc('teal', well, 14),
};

/** Closing the loop with the wet lab: a plate of 96 wells, by the purpose of each. */
export function plate(): string {
  const shuffled = kinds();
  const wells = Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const [column, row] = [Math.floor(i / ROWS), i % ROWS];
    const isOuter = column === 0 || column === COLUMNS - 1;
    return DRAWN[isOuter ? 'control' : (shuffled[i - ROWS] ?? 'exploit')](at(column, row));
  });
  const [left, top] = at(-0.85, -0.85);
  const [right, bottom] = at(COLUMNS - 0.15, ROWS - 0.15);
  const outline = `M${left + 60} ${top}H${right}V${bottom}H${left + 60}L${left} ${bottom - 60}V${top + 60}z`;
  return [
    fill('stone-tint', box(0, 0, 1600, 900)),
    line('line', 3, Array.from({ length: 21 }, (_, i) => `M${i * 80} 0V900`).join('')),
    fill('surface', outline),
    line('muted', 5, outline),
    ...wells,
  ].join('');
}

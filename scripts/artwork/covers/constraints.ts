import { seededRandom } from '../../../src/ui/artwork/seeded-random.ts';
import { box, disc, fill, line, type Point, ring, through } from '../themed-svg.ts';

/** Beyond these a molecule is out of consideration. */
const LIMITS = { right: 1250, top: 170 };

/** Molecules, better to the right and upwards; none is better in both respects than those of the front. */
function molecules(): Point[] {
  const random = seededRandom('designing-molecules-under-constraints');
  return Array.from({ length: 110 }, () => {
    const angle = random.between(0.04, Math.PI / 2 - 0.04);
    const reach = Math.sqrt(random.between(0.05, 1));
    return [110 + 1390 * reach * Math.sin(angle), 800 - 770 * reach * Math.cos(angle)] as const;
  }).filter(
    ([x, y], i, all) =>
      all.findIndex(([a, b]) => Math.hypot(x - a, y - b) < 46) === i &&
      Math.min(Math.abs(x - LIMITS.right), Math.abs(y - LIMITS.top)) > 42,
  );
}

const isAllowed = ([x, y]: Point) => x < LIMITS.right && y > LIMITS.top;

/** Those that no other beats in both respects, from left to right. */
function front(points: readonly Point[]): Point[] {
  return points
    .filter(([x, y]) => !points.some(([a, b]) => a > x && b < y))
    .toSorted(([a], [b]) => a - b);
}

/** Designing molecules under constraints: hard limits, and the front of what cannot be bettered within them. */
export function constraints(): string {
  const all = molecules();
  const allowed = all.filter(isAllowed);
  const best = front(allowed);
  const stairs = best.flatMap(([x, y], i): Point[] => [
    [best[i - 1]?.[0] ?? 0, y],
    [x, y],
  ]);
  const [lastX] = best.at(-1) ?? [0];
  const hatching = Array.from({ length: 64 }, (_, i) => `M${i * 40 - 900} 900l900 -900`).join('');
  return [
    fill('paper', box(0, 0, 1600, 900)),
    fill('teal-tint', `${through([...stairs, [lastX, 900]])}H0z`),
    `<clipPath id="out"><path d="${box(0, 0, 1600, LIMITS.top)}${box(LIMITS.right, 0, 1600 - LIMITS.right, 900)}"/></clipPath>`,
    fill('stone-tint', `${box(0, 0, 1600, LIMITS.top)}${box(LIMITS.right, LIMITS.top, 1600, 900)}`),
    `<g clip-path="url(#out)">${line('muted', 2.5, hatching)}</g>`,
    line('ink', 7, `M0 ${LIMITS.top}H${LIMITS.right}V900`),
    ...all
      .filter((point) => !isAllowed(point))
      .flatMap((point) => [disc('stone-tint', point, 20), ring('muted', point, 12, 5)]),
    ...allowed.filter((point) => !best.includes(point)).map((point) => disc('muted', point, 12)),
    line('teal', 9, through([...stairs, [lastX, 900]])),
    ...best.flatMap((point) => [disc('paper', point, 29), disc('teal', point, 20)]),
  ].join('');
}

import type { Point } from './contours.ts';
import type { Field } from './fields.ts';

/** The limits between two points of a curve, in radians and in picture units. */
const MAX_TURN = 0.38;
const MAX_RUN = 100;

const around = <T>(ring: readonly T[], i: number): T => ring.at(i % ring.length) as T;

/** The angle between `ab` and `bc` in radians, unsigned. */
function turn(a: Point, b: Point, c: Point): number {
  const cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
  const dot = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
  return Math.abs(Math.atan2(cross, dot));
}

/** Moves each point towards its neighbours, which removes the jitter of the sampling grid. */
function smoothed(ring: readonly Point[]): Point[] {
  return ring.map((point, i) => {
    const before = around(ring, i - 1);
    const after = around(ring, i + 1);
    return {
      x: (before.x + 2 * point.x + after.x) / 4,
      y: (before.y + 2 * point.y + after.y) / 4,
    };
  });
}

/** Fewer points: sparse where the ring is straight, dense where it bends. */
function thinned(ring: readonly Point[]): Point[] {
  const smooth = smoothed(smoothed(smoothed(smoothed(ring))));
  let total = 0;
  const progress = smooth.map((point, i) => {
    const before = around(smooth, i - 1);
    total +=
      turn(before, point, around(smooth, i + 1)) / MAX_TURN +
      Math.hypot(point.x - before.x, point.y - before.y) / MAX_RUN;
    return total;
  });
  const share = total / Math.max(6, Math.ceil(total));
  return smooth.filter(
    (_, i) => Math.floor((progress[i] ?? 0) / share) > Math.floor((progress[i - 1] ?? 0) / share),
  );
}

/** Tenths of a unit, without redundant zeros. */
function brief(tenths: number): string {
  const text = (tenths / 10).toString().replace(/^(-?)0\./, '$1.');
  return text.startsWith('-') ? text : ` ${text}`;
}

/**
 * Path data of a closed quadratic B-spline. Each midpoint is computed from the rounded position, so that
 * the reflected control points of SVG's `t` command stay within a tenth; independent rounding would
 * accumulate errors along the curve.
 */
function spline(controls: readonly Point[]): string {
  const tenths = controls.map(({ x, y }) => ({ x: Math.round(x * 10), y: Math.round(y * 10) }));
  const middle = (a: Point, b: Point) => ({
    x: Math.round((a.x + b.x) / 2),
    y: Math.round((a.y + b.y) / 2),
  });
  const start = middle(around(tenths, -1), around(tenths, 0));
  let control = around(tenths, 0);
  let here = start;
  let data = `M${brief(start.x)}${brief(start.y)}`.replace('M ', 'M');
  tenths.forEach((_, i) => {
    const end = middle(control, around(tenths, i + 1));
    const steps =
      i === 0
        ? [control.x - here.x, control.y - here.y, end.x - here.x, end.y - here.y]
        : [end.x - here.x, end.y - here.y];
    const command = i === 0 ? 'q' : i === 1 ? 't' : ' ';
    data += `${command}${steps.map(brief).join('').trimStart()}`.replace(/^ (?=-)/, '');
    control = { x: 2 * end.x - control.x, y: 2 * end.y - control.y };
    here = end;
  });
  return `${data}z`;
}

/** Path data of a smooth closed curve along the ring. */
export function curve(ring: readonly Point[]): string {
  return spline(thinned(ring));
}

/**
 * Path data of a closed line along the ring that extends `halfWidth` to each side: two nested curves,
 * filled by the even-odd rule.
 */
export function ribbon(ring: readonly Point[], halfWidth: Field): string {
  const points = thinned(ring);
  const beside = (side: number) =>
    points.map((point, i) => {
      const before = around(points, i - 1);
      const after = around(points, i + 1);
      const length = Math.hypot(after.x - before.x, after.y - before.y);
      const shift = (side * halfWidth(point.x, point.y)) / length;
      return {
        x: point.x - (after.y - before.y) * shift,
        y: point.y + (after.x - before.x) * shift,
      };
    });
  return spline(beside(1)) + spline(beside(-1));
}

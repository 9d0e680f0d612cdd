/** A scalar field over the plane: negative inside a shape, positive outside, roughly a distance. */
export type Field = (x: number, y: number) => number;

export interface Disc {
  x: number;
  y: number;
  radius: number;
}

/** Quilez's polynomial smooth minimum: `min(a, b)` with the crease rounded over `k`. */
export function smoothMin(a: number, b: number, k: number): number {
  const blend = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.min(a, b) - (blend * blend * k) / 4;
}

/** The smooth union of discs, like a molecular surface. */
export function blob(discs: readonly Disc[], k: number): Field {
  return (x, y) =>
    discs.reduce(
      (nearest, disc) => smoothMin(nearest, Math.hypot(x - disc.x, y - disc.y) - disc.radius, k),
      1e3,
    );
}

/** The smooth union of two shapes. */
export function join(a: Field, b: Field, k: number): Field {
  return (x, y) => smoothMin(a(x, y), b(x, y), k);
}

/** The smooth difference of `body` and `hole`. */
export function carve(body: Field, hole: Field, k: number): Field {
  return (x, y) => -smoothMin(-body(x, y), hole(x, y), k);
}

/** The shape grown by `by` on every side (shrunk when negative). */
export function grow(field: Field, by: number): Field {
  return (x, y) => field(x, y) - by;
}

import type { Element, Molecule, Vector } from './molecule.ts';
import { add, cross, dot, scale, subtract, unit } from './vector.ts';

/** Radii and distances in ångströms. */
const BALL: Record<Element, number> = { H: 0.22, C: 0.44, N: 0.48, O: 0.48 };
const STICK = { single: 0.12, double: 0.08, apart: 0.155 };

export interface Ball {
  element: Element;
  centre: Vector;
  radius: number;
}

export interface Stick {
  balls: readonly [Ball, Ball];
  /** Offset from the centres of the balls for the two sticks of a double bond. */
  ends: readonly [Vector, Vector];
  radius: number;
  /** The length hidden inside the ball at each end. */
  hidden: readonly [number, number];
}

export interface BallsAndSticks {
  balls: readonly Ball[];
  sticks: readonly Stick[];
}

/** A ball-and-stick model without the hydrogen atoms on carbon, as chemists draw it. */
export function ballsAndSticks({ atoms, bonds }: Molecule): BallsAndSticks {
  const neighbours = atoms.map((_, i) =>
    bonds.flatMap(({ atoms: [a, b] }) => (a === i ? [b] : b === i ? [a] : [])),
  );
  const shown = atoms.map(
    ({ element }, i) =>
      element !== 'H' || neighbours[i]?.every((other) => atoms[other]?.element !== 'C'),
  );
  const balls = atoms.map(({ element, position }) => ({
    element,
    centre: position,
    radius: BALL[element],
  }));

  /** Perpendicular to the bond, in the plane of a neighbouring atom. */
  const sideways = (from: number, to: number, along: Vector): Vector => {
    const beside = [...(neighbours[from] ?? []), ...(neighbours[to] ?? [])].find(
      (i) => i !== from && i !== to,
    );
    const other = balls[beside ?? from]?.centre ?? along;
    const away = subtract(other, balls[from]?.centre ?? along);
    const across = subtract(away, scale(along, dot(away, along)));
    return Math.hypot(...across) > 0.1 ? unit(across) : unit(cross(along, [0, 0, 1]));
  };

  const sticks = bonds.flatMap(({ atoms: [from, to], order }): Stick[] => {
    const [a, b] = [balls[from], balls[to]];
    if (a === undefined || b === undefined || !shown[from] || !shown[to]) return [];
    const stick = (shift: Vector, radius: number): Stick => {
      const off = Math.hypot(...shift);
      const inside = (ball: number) => Math.sqrt(ball ** 2 - (off + radius / 2) ** 2);
      return {
        balls: [a, b],
        ends: [add(a.centre, shift), add(b.centre, shift)],
        radius,
        hidden: [inside(a.radius), inside(b.radius)],
      };
    };
    if (order === 1) return [stick([0, 0, 0], STICK.single)];
    const across = sideways(from, to, unit(subtract(b.centre, a.centre)));
    return [STICK.apart, -STICK.apart].map((by) => stick(scale(across, by), STICK.double));
  });
  return { balls: balls.filter((_, i) => shown[i]), sticks };
}

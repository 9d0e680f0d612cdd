import {
  BALL_OUTLINE,
  fog,
  HALO,
  HALO_DEPTH,
  halfWidth,
  LIGHT,
  RINGS,
  STICK_OUTLINE,
  STICK_SHADOW,
  TINTS,
  type Tint,
} from '../../src/site/pages/home/scene/engraving.ts';
import { type Ball, ballsAndSticks, type Stick } from '../../src/site/pages/home/scene/model.ts';
import type { Element, Molecule, Vector } from '../../src/site/pages/home/scene/molecule.ts';
import { FIRST_POSE, FRAME, type Projected, viewOf } from '../../src/site/pages/home/scene/view.ts';

/** Picture units in an ångström. */
const UNITS = 100;
/** Depths are rounded to this step, so that pieces share a group. */
const FOG_STEP = 0.05;

const whole = (value: number) => Math.round(value);

/** Drawn from the furthest to the nearest. */
type Piece = { depth: number; shade: number; element: Element; markup: string };

function css([first, second, share]: Tint): string {
  return second === undefined
    ? `var(--${first})`
    : `color-mix(in srgb,var(--${first}),var(--${second}) ${100 * (share ?? 0)}%)`;
}

const faded = (tint: Tint, shade: number) =>
  shade === 0 ? css(tint) : `color-mix(in srgb,${css(tint)},var(--paper) ${whole(100 * shade)}%)`;

/** A visible point of the unit ball in the picture, y downward. */
type Seen = { x: number; y: number };

/** The visible part of the circle at an angle from the light, in hundredths; `closed` if all of it. */
function ring(angle: number): { points: Seen[]; closed: boolean } {
  const [lx, ly, lz] = LIGHT;
  const flat = Math.hypot(lx, ly);
  // An orthonormal basis of the circle's plane; `across` is horizontal.
  const across = [-ly / flat, lx / flat, 0] as const;
  const up = [(-lx * lz) / flat, (-ly * lz) / flat, flat] as const;
  const at = (phi: number) => {
    const [c, s] = [Math.cos(phi) * Math.sin(angle), Math.sin(phi) * Math.sin(angle)];
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map(
      (k) => (LIGHT[k] ?? 0) * Math.cos(angle) + (across[k] ?? 0) * c + (up[k] ?? 0) * s,
    );
    return { x: 100 * x, y: -100 * y, z };
  };
  // Points with sin(phi) above this are visible.
  const edge = (-lz * Math.cos(angle)) / (flat * Math.sin(angle));
  if (edge <= -1) {
    return { closed: true, points: Array.from({ length: 16 }, (_, i) => at((i / 8) * Math.PI)) };
  }
  if (edge >= 1) return { closed: false, points: [] };
  const start = Math.asin(edge);
  const span = Math.PI - 2 * start;
  return { closed: false, points: Array.from({ length: 9 }, (_, i) => at(start + (i / 8) * span)) };
}

/** Path data of the ellipse through the points, as SVG arcs. */
function arcs(angle: number, reverse: boolean, from: 'M' | 'L'): string {
  const { points, closed } = ring(angle);
  const ordered = reverse ? points.toReversed() : points;
  const [first, middle, last] = [ordered[0], ordered[ordered.length >> 1], ordered.at(-1)];
  if (first === undefined || middle === undefined || last === undefined) return '';
  const [lx, ly, lz] = LIGHT;
  const radius = 100 * Math.sin(angle);
  const slant = whole((Math.atan2(-lx, -ly) * 180) / Math.PI);
  const shape = `${whole(radius)} ${whole(radius * lz)} ${slant}`;
  const sweep = reverse ? 1 : 0;
  const to = (point: Seen) => `A${shape} 0 ${sweep} ${whole(point.x)} ${whole(point.y)}`;
  const rest = closed ? [middle, first] : [middle, last];
  return `${from}${whole(first.x)} ${whole(first.y)}${rest.map(to).join('')}${closed ? 'z' : ''}`;
}

/** The hatching of a ball of radius 100. It depends on the light alone: all balls share it. */
function lines(): string {
  const limb = Math.PI / 2 + Math.acos(LIGHT[2]);
  let data = '';
  for (let angle = RINGS.first; angle < limb; angle += RINGS.step) {
    const [inner, outer] = [angle - halfWidth(angle), angle + halfWidth(angle)];
    if (ring(inner).closed && ring(outer).closed) {
      data += arcs(outer, false, 'M') + arcs(inner, true, 'M');
    } else {
      const far = arcs(Math.min(outer, limb - 0.001), true, 'L');
      data += far === '' ? '' : `${arcs(inner, false, 'M')}${far}z`;
    }
  }
  return data;
}

function ballPieces(ball: Ball, { x, y, z, scale }: Projected): Piece[] {
  const radius = ball.radius * scale * UNITS;
  const place = { element: ball.element, shade: fog(z) };
  const centre = `cx="${whole(x * UNITS)}" cy="${whole(-y * UNITS)}"`;
  const halo = whole(radius * (1 + BALL_OUTLINE / 2) + HALO * scale * UNITS);
  const size = (radius / 100).toFixed(2).replace(/^0/, '');
  return [
    {
      ...place,
      depth: z - HALO_DEPTH,
      markup: `<circle fill="var(--paper)" ${centre} r="${halo}"/>`,
    },
    {
      ...place,
      depth: z,
      markup: `<use href="#ball" transform="translate(${whole(x * UNITS)} ${whole(-y * UNITS)}) scale(${size})"/>`,
    },
  ];
}

/** The shadowed intervals across a stick, from -1 to 1. */
function shadows(level: number, front: number): [from: number, to: number][] {
  const steps = 80;
  const runs: [number, number][] = [];
  let start: number | undefined;
  for (let i = 0; i <= steps + 1; i++) {
    const across = (2 * i) / steps - 1;
    const lit = across * level + Math.sqrt(Math.max(0, 1 - across * across)) * front;
    const dark = i <= steps && Math.acos(lit) > STICK_SHADOW;
    if (dark) start ??= across;
    else if (start !== undefined) {
      if (across - start > 0.1) runs.push([start, Math.min(1, across)]);
      start = undefined;
    }
  }
  return runs;
}

function stickPieces(stick: Stick, view: (point: Vector) => Projected): Piece[] {
  const ends = [0, 1]
    .map((end) => ({
      seen: view(stick.ends[end] ?? [0, 0, 0]),
      ball: view(stick.balls[end]?.centre ?? [0, 0, 0]),
      hidden: stick.hidden[end] ?? 0,
    }))
    .sort((a, b) => a.ball.z - b.ball.z);
  const [first, last] = ends;
  if (first === undefined || last === undefined) return [];
  const [far, near] = [first.seen, last.seen];
  const [dx, dy, dz] = [near.x - far.x, near.y - far.y, near.z - far.z];
  const [flat, length] = [Math.hypot(dx, dy), Math.hypot(dx, dy, dz)];
  const [ux, uy] = [dx / flat, dy / flat];
  const scale = (far.scale + near.scale) / 2;
  const radius = stick.radius * scale;
  const out = first.hidden / length;
  const start = { x: far.x + dx * out, y: far.y + dy * out };
  // Between its balls; of two parallel sticks, the nearer one later.
  const middle = (first.ball.z + last.ball.z) / 2;
  const depth = middle + ((far.z + near.z) / 2 - middle) / 1000;
  const place = { element: 'C' as const, shade: fog((far.z + near.z) / 2) };
  const point = (base: { x: number; y: number }, side: number) =>
    `${whole((base.x - uy * side) * UNITS)} ${whole(-(base.y + ux * side) * UNITS)}`;
  const bulge = whole((radius * UNITS * Math.abs(dz)) / length);
  const slant = whole((-Math.atan2(uy, ux) * 180) / Math.PI);
  const seam = `A${bulge} ${whole(radius * UNITS)} ${slant} 0 1 ${point(start, radius)}`;
  const body = `M${point(start, radius)}L${point(near, radius)} ${point(near, -radius)} ${point(start, -radius)}${seam}`;

  const [lx, ly, lz] = LIGHT;
  const front = (flat * lz - dz * (ux * lx + uy * ly)) / length;
  const dark = shadows(ux * ly - uy * lx, front).map(
    ([from, to]) =>
      `M${point(start, from * radius)}L${point(near, from * radius)} ${point(near, to * radius)} ${point(start, to * radius)}z`,
  );
  const shadow = dark.length === 0 ? '' : `<path fill="currentColor" d="${dark.join('')}"/>`;
  const blank = whole((2 * radius + (STICK_OUTLINE + 2 * HALO) * scale) * UNITS);
  return [
    {
      ...place,
      depth: depth - HALO_DEPTH,
      markup: `<path d="M${point(start, 0)}L${point(near, 0)}" stroke="var(--paper)" stroke-width="${blank}"/>`,
    },
    {
      ...place,
      depth,
      markup: `<path stroke="currentColor" stroke-width="${100 * STICK_OUTLINE}" d="${body}"/>${shadow}`,
    },
  ];
}

/** The poster as an SVG symbol, which inherits the colours of the page. */
export function moleculePlate(molecule: Molecule): string {
  const view = viewOf(FIRST_POSE);
  const { balls, sticks } = ballsAndSticks(molecule);
  const pieces = [
    ...sticks.flatMap((stick) => stickPieces(stick, view)),
    ...balls.flatMap((ball) => ballPieces(ball, view(ball.centre))),
  ].sort((a, b) => a.depth - b.depth);

  let markup = '';
  let open = '';
  for (const { shade, element, markup: piece } of pieces) {
    const step = FOG_STEP * Math.round(shade / FOG_STEP);
    const { body, line } = TINTS[element];
    const group = `<g fill="${faded(body, step)}" color="${faded(line, step)}">`;
    if (group !== open) markup += `${open === '' ? '' : '</g>'}${group}`;
    open = group;
    markup += piece;
  }
  const size = [-FRAME.width / 2, -FRAME.height / 2, FRAME.width, FRAME.height];
  return `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">
<defs><g id="ball"><circle r="100" stroke="currentColor" stroke-width="${100 * BALL_OUTLINE}"/><path fill="currentColor" d="${lines()}"/></g></defs>
<symbol id="plate" viewBox="${size.map((value) => value * UNITS).join(' ')}">${markup}</g></symbol>
</svg>
`;
}

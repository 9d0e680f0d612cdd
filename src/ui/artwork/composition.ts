import { blob, carve, type Disc, type Field, grow, join } from './fields.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Shapes of one picture, in units of its shorter side; the origin is the centre. */
export interface Composition {
  ligand: Field;
  /** The large shape, with a notch for the ligand. */
  host: Field;
  /** A flat shape below everything. */
  ground: Field;
  /** Small discs in front of the notch. */
  waters: Disc[];
}

/** A slow wave over the plane, of amplitude about `height` and wavelength about `length`. */
export function undulation(random: SeededRandom, height: number, length: number): Field {
  const waves = Array.from({ length: 4 }, () => {
    const heading = random.between(0, 2 * Math.PI);
    const pitch = (2 * Math.PI) / (length * random.between(0.7, 1.5));
    const phase = random.between(0, 2 * Math.PI);
    return { x: Math.cos(heading) * pitch, y: Math.sin(heading) * pitch, phase };
  });
  return (x, y) =>
    (height / 2) *
    waves.reduce((sum, wave) => sum + Math.sin(wave.x * x + wave.y * y + wave.phase), 0);
}

/** Three or four overlapping discs along a bent chain centred on (x, y): a small molecule's outline. */
function ligandDiscs(
  random: SeededRandom,
  seat: { x: number; y: number; facing: number; size: number },
): Disc[] {
  const count = random.whole(3, 4);
  const bend = random.pick([-1, 1]) * random.between(0.35, 0.8);
  let heading = seat.facing + Math.PI / 2 - (bend * (count - 1)) / 2 + random.between(-0.5, 0.5);
  const chain: Disc[] = [];
  let end = { x: 0, y: 0, radius: 0 };
  for (let i = 0; i < count; i += 1) {
    const radius = seat.size * random.between(0.38, 0.62);
    const step = i === 0 ? 0 : (end.radius + radius) * random.between(0.72, 0.86);
    end = {
      x: end.x + Math.cos(heading) * step,
      y: end.y + Math.sin(heading) * step,
      radius,
    };
    chain.push(end);
    heading += bend;
  }
  const branch = chain[1];
  if (branch && count > 3) {
    const away = heading - bend * random.between(1.5, 2.5) - Math.sign(bend) * (Math.PI / 2);
    const radius = seat.size * random.between(0.26, 0.36);
    const step = (branch.radius + radius) * 0.8;
    chain.push({
      x: branch.x + Math.cos(away) * step,
      y: branch.y + Math.sin(away) * step,
      radius,
    });
  }
  const x = chain.reduce((sum, disc) => sum + disc.x, 0) / chain.length;
  const y = chain.reduce((sum, disc) => sum + disc.y, 0) / chain.length;
  return chain.map((disc) => ({
    x: disc.x - x + seat.x,
    y: disc.y - y + seat.y,
    radius: disc.radius,
  }));
}

export function compose(random: SeededRandom): Composition {
  const facing = random.between(0, 2 * Math.PI);
  const seat = {
    x: random.between(-0.14, 0.14) + Math.cos(facing) * 0.06,
    y: random.between(-0.09, 0.09) + Math.sin(facing) * 0.06,
    size: random.between(0.15, 0.2),
    facing,
  };
  const from = (turn: number, distance: number, radius: number): Disc => ({
    x: seat.x + Math.cos(facing + turn) * distance,
    y: seat.y + Math.sin(facing + turn) * distance,
    radius,
  });
  const ligand = blob(ligandDiscs(random, seat), seat.size * 0.62);

  const bulk = random.pick([0.44, 0.7, 1.2, 2.4]);
  const depth = seat.size * random.between(0.45, 0.85);
  const side = random.pick([-1, 1]);
  const body = blob([from(0, depth - bulk, bulk)], 0.1);
  const lobe = blob(
    [from(side * random.between(1, 1.6), random.between(0.4, 0.6), random.between(0.16, 0.3))],
    0.1,
  );
  const wave = undulation(random, random.between(0.025, 0.05), random.between(0.5, 0.9));
  const merged = join(body, lobe, 0.24);
  const host = carve(
    (x, y) => merged(x, y) + wave(x, y),
    grow(ligand, seat.size * 0.12),
    seat.size * 0.28,
  );

  const swell = undulation(random, 0.06, 0.9);
  const pool = blob(
    [from(random.between(-0.9, 0.9), random.between(0.3, 0.75), random.between(0.35, 0.6))],
    0.1,
  );

  const waters: Disc[] = [];
  for (let i = random.whole(14, 30); i > 0 && waters.length < 4; i -= 1) {
    const water = from(
      random.between(-0.9, 0.9),
      random.between(0.2, 0.42),
      random.between(0.011, 0.022),
    );
    const clear = 0.035 + water.radius;
    const apart = waters.every((other) => Math.hypot(other.x - water.x, other.y - water.y) > 0.09);
    if (apart && host(water.x, water.y) > clear && ligand(water.x, water.y) > clear) {
      waters.push(water);
    }
  }

  return { ligand, host, ground: (x, y) => pool(x, y) + swell(x, y), waters };
}

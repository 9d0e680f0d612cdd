import { Vec3 } from 'ogl';

/** Osimertinib without the hydrogen atoms on carbon, as chemists draw it, in a conformer of low energy (MMFF94s, in vacuo). */
const ELEMENTS = 'COCCCNCCCNCCCNCOCCCCNCNCCCNCCNCCCCCCCHH';
/** x (right), y (up) and z (towards the viewer) of each atom, in hundredths of an ångström. */
const POSITIONS =
  '233 -337 57,183 -300 -72,45 -294 -69,-28 -413 -80,-167 -409 -78,-244 -526 -93,-243 -583 -227,-245 -619 21,-338 -570 136,-479 -542 97,-548 -663 54,-549 -482 212,-232 -284 -66,-373 -289 -62,-463 -185 -57,-439 -65 -53,-604 -234 -57,-707 -149 -49,-157 -166 -57,-17 -168 -60,64 -55 -52,41 80 -28,-81 127 1,-94 259 22,11 347 16,133 291 -12,150 159 -35,253 373 -22,350 351 -118,448 445 -103,566 455 -185,418 529 3,488 639 55,433 705 166,314 662 222,244 553 169,296 485 56,-408 -385 -61,162 -71 -69';
/** The two zero-based atom indices of each bond, and its order. */
const BONDS =
  '0 1 1,1 2 1,2 3 2,3 4 1,4 5 1,5 6 1,5 7 1,7 8 1,8 9 1,9 10 1,9 11 1,4 12 2,12 13 1,13 14 1,14 15 2,14 16 1,16 17 2,12 18 1,18 19 2,2 19 1,19 20 1,20 21 1,21 22 2,22 23 1,23 24 2,24 25 1,25 26 2,21 26 1,25 27 1,27 28 2,28 29 1,29 30 1,29 31 1,31 32 2,32 33 1,33 34 2,34 35 1,35 36 2,27 36 1,31 36 1,13 37 1,20 38 1';

/** Radii and distances in ångströms. */
const BALL = { H: 0.22, C: 0.44, N: 0.48, O: 0.48 };
const STICK = { single: 0.12, double: 0.08, apart: 0.155 };

export type Element = keyof typeof BALL;

export type Atom = { element: Element; position: Vec3; radius: number };

export type Stick = {
  from: Vec3;
  to: Vec3;
  radius: number;
  /** The length hidden inside the ball at each end. */
  hidden: readonly [number, number];
};

const rows = (list: string) => list.split(',').map((row) => row.split(' ').map(Number));

export const atoms: readonly Atom[] = rows(POSITIONS).map(([x, y, z], i) => {
  const element = ELEMENTS.charAt(i) as Element;
  return { element, position: new Vec3(x, y, z).scale(0.01), radius: BALL[element] };
});

export const bonds = rows(BONDS).map(([from = 0, to = 0, order = 0]) => ({
  atoms: [atoms[from], atoms[to]] as [Atom, Atom],
  order,
}));

export const sticks: readonly Stick[] = bonds.flatMap(({ atoms: [a, b], order }) => {
  const stick = (shift: Vec3, radius: number): Stick => {
    const inside = (ball: number) => Math.sqrt(ball ** 2 - (shift.len() + radius / 2) ** 2);
    return {
      from: new Vec3().add(a.position, shift),
      to: new Vec3().add(b.position, shift),
      radius,
      hidden: [inside(a.radius), inside(b.radius)],
    };
  };
  if (order === 1) return [stick(new Vec3(), STICK.single)];
  const along = new Vec3().sub(b.position, a.position).normalize();
  const beside = [a, b].flatMap(neighboursOf).find((atom) => atom !== a && atom !== b);
  const across = new Vec3().sub(beside?.position ?? a.position, a.position);
  across.sub(along.scale(across.dot(along))).normalize();
  return [STICK.apart, -STICK.apart].map((by) => stick(across.clone().scale(by), STICK.double));
});

function neighboursOf(atom: Atom): Atom[] {
  return bonds.flatMap(({ atoms: ends }) =>
    ends.includes(atom) ? ends.filter((end) => end !== atom) : [],
  );
}

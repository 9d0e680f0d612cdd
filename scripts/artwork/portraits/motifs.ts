import { seededRandom } from '../../../src/ui/artwork/seeded-random.ts';
import { type Point, sampled, through } from '../themed-svg.ts';

/** The size of a portrait. */
export const PORTRAIT = { width: 640, height: 800 };

const { width, height } = PORTRAIT;
const count = <T>(length: number, make: (i: number) => T): T[] =>
  Array.from({ length }, (_, i) => make(i));
const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const polygon = (x: number, y: number, r: number, sides: number, turn = 0): Point[] =>
  count(sides, (i) => {
    const angle = turn + (2 * Math.PI * i) / sides;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });

/** Fused rings. */
function rings(): string {
  const r = 92;
  return count(6, (row) =>
    count(6, (column) => {
      const x = column * r * Math.sqrt(3) + (row % 2) * r * (Math.sqrt(3) / 2) - 40;
      return `${through(polygon(x, row * r * 1.5 + 20, r, 6, Math.PI / 6))}z`;
    }).join(''),
  ).join('');
}

/** Layers of a network, each joined to the next. */
function network(): string {
  const layers = [4, 6, 6, 3].map((nodes, layer) =>
    count(nodes, (i): Point => [60 + layer * 173, (height * (i + 0.5)) / nodes]),
  );
  const edges = layers.flatMap((from, i) =>
    from.flatMap((a) => (layers[i + 1] ?? []).map((b) => through([a, b]))),
  );
  return (
    edges.join('') +
    layers
      .flat()
      .map(([x, y]) => circle(x, y, 22))
      .join('')
  );
}

/** A family of dose–response curves. */
function curves(): string {
  return count(9, (i) =>
    sampled((x) => [x, 110 + 580 / (1 + Math.exp((130 + i * 55 - x) / 46))], 0, width, 48),
  ).join('');
}

/** The wells of a plate. */
function wells(): string {
  return count(12, (row) =>
    count(9, (column) => circle(32 + column * 72, 26 + row * 68, 24)).join(''),
  ).join('');
}

/** A helix of ribbons. */
function helix(): string {
  const strand = (phase: number) =>
    sampled((y) => [320 + 250 * Math.sin(y / 92 + phase), y], -10, height + 10, 90);
  const steps = count(34, (i) => {
    const y = i * 24.5;
    return through([
      [320 + 250 * Math.sin(y / 92), y],
      [320 + 250 * Math.sin(y / 92 + 2.1), y],
    ]);
  });
  return strand(0) + strand(2.1) + steps.join('');
}

/** Survival in steps, as trials report it. */
function survival(): string {
  const random = seededRandom('survival');
  return count(5, (arm) => {
    let [x, y, data] = [0, 40, 'M0 40'];
    while (x < width) {
      x += random.between(18, 60);
      y += random.between(8, 30) * (0.5 + arm * 0.45);
      data += `H${Math.round(x)}V${Math.round(y)}`;
    }
    return data;
  }).join('');
}

/** A neuron that branches. */
function branches(): string {
  const random = seededRandom('branches');
  const grow = (x: number, y: number, angle: number, length: number): string => {
    if (length < 22) return '';
    const [a, b] = [x + length * Math.cos(angle), y + length * Math.sin(angle)];
    const next = [-1, 1].map((side) =>
      grow(a, b, angle + side * random.between(0.25, 0.6), length * 0.76),
    );
    return (
      through([
        [x, y],
        [a, b],
      ]) + next.join('')
    );
  };
  return (
    count(5, (i) => grow(320, 400, (2 * Math.PI * i) / 5 + 0.3, 150)).join('') +
    circle(320, 400, 46)
  );
}

/** The plates of a column. */
function column(): string {
  return count(15, (i) => {
    const y = 18 + i * 54;
    return `M0 ${y}H${width}M${i % 2 === 0 ? 130 : 510} ${y}v54${circle(i % 2 === 0 ? 420 : 220, y + 27, 12)}`;
  }).join('');
}

/** Promised against observed: the diagonal, and what departs from it. */
function calibration(): string {
  const bends = [0.5, 0.7, 1, 1.45, 2.1];
  return (
    count(8, (i) => `M0 ${i * 110 + 15}H${width}M${i * 90 + 5} 0V${height}`).join('') +
    bends.map((bend) => sampled((t) => [t * width, height * (1 - t ** bend)], 0, 1, 40)).join('')
  );
}

/** Bars up to a threshold and beyond. */
function bars(): string {
  const random = seededRandom('bars');
  return `${count(13, (i) => `M${16 + i * 50} ${height}V${Math.round(random.between(60, 620))}h32V${height}`).join('')}M0 240H${width}`;
}

/** The cells of a heat map, by size. */
function heatMap(): string {
  const random = seededRandom('heat map');
  return count(13, (row) =>
    count(10, (column) => {
      const r = random.between(4, 28);
      return `M${32 + column * 64 - r} ${31 + row * 61.5 - r}h${2 * r}v${2 * r}h${-2 * r}z`;
    }).join(''),
  ).join('');
}

/** The lines of a dossier. */
function lines(): string {
  const random = seededRandom('lines');
  return count(
    29,
    (i) => `M40 ${24 + i * 27}H${i % 7 === 6 ? 40 : Math.round(random.between(300, 600))}`,
  ).join('');
}

/** Growth, compounding. */
function growth(): string {
  return count(11, (i) =>
    sampled(
      (x) => [x, height - 30 - 16 * i - 26 * i * (Math.exp(x / 300) - 1) * 0.42],
      0,
      width,
      36,
    ),
  ).join('');
}

/** Two circles of people that meet. */
function ripples(): string {
  return [210, 590]
    .flatMap((y) => count(11, (i) => circle(y === 210 ? 190 : 450, y, 30 + i * 40)))
    .join('');
}

/** What surrounds the initials of each person: the work they do, by the id in `src/content/team.ts`. */
export const MOTIFS: Readonly<Record<string, () => string>> = {
  'imara-vellacourt': rings,
  'anselm-tarrowby': network,
  'suvi-marindale': curves,
  'rohan-ellisward': wells,
  'odalys-fenwright': helix,
  'bastian-quillmore': survival,
  'nimue-arkenholt': branches,
  'joss-saltharrow': column,
  'amaru-lindisvale': calibration,
  'zofia-brambleworth': bars,
  'leilani-corvane': heatMap,
  'teodor-winterash': lines,
  'hollis-varnadene': growth,
  'kirra-dunmarrow': ripples,
};

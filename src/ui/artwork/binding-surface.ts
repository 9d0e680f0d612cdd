import { compose, undulation } from './composition.ts';
import { type Grid, rings, sample, softened } from './contours.ts';
import { type Field, grow, join } from './fields.ts';
import { curve, ribbon } from './paths.ts';
import { seededRandom } from './seeded-random.ts';

/** The brand's light palette, in both themes. */
const PAPER = '#FBFAF7';
const INK = '#0B1B24';
const TEAL = '#0B7A6F';
const STONE = '#4B5563';
const STONE_TINT = '#ECEBE6';
const AMBER = '#8A5A00';
const AMBER_TINT = '#FDF0D2';

/** The longer side of the drawing in its own units, fine enough for whole coordinates. */
const LONG_SIDE = 1600;
const CELL = 10;

/** The shapes of one picture, in drawing units. */
interface Plate {
  host: Grid;
  ground: Grid;
  groundColour: string;
  /** Decreases inwards from the host's edge; blurred, so that lines flow. */
  within: Grid;
  /** Increases outwards from the union of host and ligand; blurred, too. */
  around: Grid;
  /** The distance between engraved lines. */
  spacing: number;
  /** Half the width of an engraved line at (x, y); the parameters are shares of the spacing. */
  swelling: (low: number, middle: number, high: number) => Field;
}

const fill = (colour: string, data: string) =>
  `<path fill="${colour}" fill-rule="evenodd" d="${data}"/>`;

const stroke = (colour: string, opacity: number, data: string) =>
  `<path fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="1.6" d="${data}"/>`;

/** The inside of the shape, without small islands. */
const outline = (grid: Grid) => rings(softened(grid, 8), 0, 48).map(curve).join('');

const hairlines = (grid: Grid, levels: readonly number[]) =>
  levels.flatMap((level) => rings(grid, level).map(curve)).join('');

/** Lines of varying width. */
const engraving = (grid: Grid, levels: readonly number[], halfWidth: Field) =>
  levels.flatMap((level) => rings(grid, level).map((ring) => ribbon(ring, halfWidth))).join('');

/** `count` levels inwards from an edge, evenly spaced. */
const inwards = (count: number, spacing: number) =>
  Array.from({ length: count }, (_, i) => -(i + 1) * spacing);

/** `count` levels outwards from an edge, each step `growth` times the one before. */
const outwards = (count: number, first: number, growth: number) =>
  Array.from({ length: count }, (_, i) => (first * (growth ** (i + 1) - 1)) / (growth - 1));

/** Solid ink with paper-white lines that widen with the light. */
function engraved({ host, ground, groundColour, within, around, spacing, swelling }: Plate) {
  return [
    fill(groundColour, outline(ground)),
    stroke(STONE, 0.5, hairlines(around, outwards(9, 0.7 * spacing, 1.2))),
    fill(INK, outline(host)),
    fill(PAPER, engraving(within, inwards(10, spacing), swelling(0.07, 0.3, 0.66))),
  ];
}

/** Solid ink, surrounded by heavy lines. */
function relief({ host, ground, groundColour, within, around, spacing, swelling }: Plate) {
  return [
    fill(groundColour, outline(ground)),
    fill(INK, engraving(around, outwards(7, spacing, 1.14), swelling(0.06, 0.18, 0.46))),
    fill(INK, outline(host)),
    stroke(PAPER, 0.9, hairlines(within, inwards(4, spacing))),
  ];
}

/** Solid ink, surrounded by overlapping transparent areas of teal. */
function terraced({ host, within, around, spacing }: Plate) {
  return [
    ...outwards(5, 1.4 * spacing, 1.25)
      .reverse()
      .map((level) => hairlines(around, [level]))
      .map(
        (data) =>
          `<path fill="${TEAL}" fill-opacity=".06" stroke="${TEAL}" stroke-opacity=".5" stroke-width="1.4" d="${data}"/>`,
      ),
    fill(INK, outline(host)),
    stroke(PAPER, 0.9, hairlines(within, inwards(7, spacing))),
  ];
}

/** Ink lines of varying width on a tint, with a solid core. */
function drawn({ host, groundColour, within, around, spacing, swelling }: Plate) {
  const edge = outline(host) + hairlines(within, [-0.3 * spacing]);
  const levels = inwards(13, spacing);
  const lines = engraving(within, levels, swelling(0.09, 0.42, 0.72));
  const core = hairlines(within, [-(levels.length + 0.6) * spacing]);
  return [
    fill(groundColour, outline(host)),
    stroke(STONE, 0.5, hairlines(around, outwards(7, spacing, 1.25))),
    fill(INK, edge + lines + core),
  ];
}

/**
 * Draws an abstract print of a ligand seated in a binding surface: ink, teal and tinted paper,
 * with contour lines around the surface and engraved lines within it. The name seeds the composition,
 * so a name always has the same picture.
 *
 * @param name any text; not shown in the picture
 * @param size width and height in CSS pixels
 * @returns an SVG document without text, scripts, styles, ids or external references
 */
export function bindingSurface(name: string, size: { width: number; height: number }): string {
  const random = seededRandom(name);
  const zoom = LONG_SIDE / Math.max(size.width, size.height);
  const width = Math.round(size.width * zoom);
  const height = Math.round(size.height * zoom);
  const unit = Math.min(width, height);
  const across = (x: number) => (x - width / 2) / unit;
  const down = (y: number) => (y - height / 2) / unit;
  const grid = (field: Field) =>
    sample((x, y) => unit * field(across(x), down(y)), width, height, CELL);

  const { ligand, host, ground, waters } = compose(random);
  const manner = random.pick([engraved, relief, terraced, drawn]);
  const spacing = random.between(0.03, 0.04) * unit;
  const light = random.between(0, 2 * Math.PI);
  const grain = undulation(random, 0.22, 0.8);
  const hostGrid = grid(host);
  const plate: Plate = {
    host: hostGrid,
    ground: grid(ground),
    groundColour: random.pick([STONE_TINT, STONE_TINT, AMBER_TINT]),
    within: softened(hostGrid, 30),
    around: softened(grid(join(host, grow(ligand, 0.02), 0.14)), 24),
    spacing,
    swelling: (low, middle, high) => (x, y) => {
      const lit = across(x) * Math.cos(light) + down(y) * Math.sin(light);
      const share = middle + grain(across(x), down(y)) + 0.42 * lit;
      return (Math.min(high, Math.max(low, share)) * spacing) / 2;
    },
  };

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}">`,
    `<path fill="${PAPER}" d="M0 0h${width}v${height}H0z"/>`,
    ...manner(plate),
    fill(TEAL, outline(grid(ligand))),
    ...waters.map((water, i) => {
      const x = Math.round(width / 2 + water.x * unit);
      const y = Math.round(height / 2 + water.y * unit);
      const radius = Math.round(water.radius * unit);
      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${i === 0 ? AMBER : STONE}"/>`;
    }),
    '</svg>',
    '',
  ].join('\n');
}

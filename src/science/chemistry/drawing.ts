import type { MainModule, Mol } from '@rdkit/rdkit';
import type { Structure } from './chemistry.ts';
import { DOUBLE, type MoleculeGraph, readGraph, SYMBOLS } from './graph.ts';
import { Refusal } from './inputs.ts';
import type { Rdkit } from './rdkit.ts';

export type Svg = Pick<Structure, 'svg' | 'width' | 'height'>;

export type Match = { atoms: readonly number[]; bonds: readonly number[] };

/** A molecule as elements of SVG whose origin is its upper left corner, in pixels. */
export type DrawnMolecule = {
  paths: string;
  width: number;
  height: number;
  graph: MoleculeGraph;
};

/** Pixels. */
const LINE = 1.4;
const MARGIN = 2;
/** Coordinates of a molfile can be anything. */
const MAX_SIZE = 20_000;
/** No drawing has it. */
const HIGHLIGHT = { rgb: [1, 0, 1], hex: '#FF00FF', reach: 4 };

/** Bonds and letters have the same size in every structure. All atoms are black: no bond has two colours. */
const OPTIONS = {
  width: -1,
  height: -1,
  fixedBondLength: 26,
  fixedFontSize: 13,
  bondLineWidth: LINE,
  scaleBondWidth: false,
  multipleBondOffset: 0.16,
  additionalAtomLabelPadding: 0.06,
  padding: 0,
  clearBackground: false,
  fontFile: 'BuiltinRobotoRegular',
  highlightColour: HIGHLIGHT.rgb,
  atomColourPalette: Object.fromEntries(SYMBOLS.map((_, atom) => [atom, [0, 0, 0]])),
};

/** Coordinates in two dimensions that its author gave it are kept where they can be drawn. */
export function drawMolecule({ module }: Rdkit, molecule: Mol, match?: Match): DrawnMolecule {
  const graph = readGraph(molecule.get_json());
  const options = {
    ...OPTIONS,
    ...match,
    addChiralHs: !hasBridge(graph),
    includeRadicals: graph.atoms.some(({ nRad, isMetal }) => nRad > 0 && !isMetal),
    // Before the layout, whose coordinates would count as stereochemistry.
    unspecifiedStereoIsUnknown: hasOpenDoubleBond(molecule) && !hasMetalDoubleBond(graph),
  };
  const draw = () => readDrawing(molecule.get_svg_with_highlights(JSON.stringify(options)), graph);
  let drawn = molecule.has_coords() === 2 ? draw() : null;
  if (drawn === null) {
    layOut(module, molecule, graph);
    drawn = draw();
  }
  if (drawn === null) throw new Refusal('it cannot be drawn');
  return drawn;
}

/** The hydrogens of centres in rings would cover other letters and bonds. */
function hasBridge({ rings }: MoleculeGraph): boolean {
  const areBridged = (a: readonly number[], b: readonly number[]) =>
    a.filter((atom) => b.includes(atom)).length > 2;
  return rings.some((ring, at) => rings.slice(at + 1).some((other) => areBridged(ring, other)));
}

/** InChI knows the double bonds that are drawn crossed; with its option SUU, it writes `?` for what is unknown. */
function hasOpenDoubleBond(molecule: Mol): boolean {
  return /\/b[^/]*\?/.test(molecule.get_inchi('-SUU'));
}

/** RDKit would draw it crossed, but it has no two sides. */
function hasMetalDoubleBond({ atoms, bonds }: MoleculeGraph): boolean {
  return bonds.some(
    ({ bo, atoms: ends }) => bo === DOUBLE && ends.some((at) => atoms[at]?.isMetal),
  );
}

/** Keeps only paths of numbers, with our classes and colours. Null without finite bounds. */
function readDrawing(svg: string, graph: MoleculeGraph): DrawnMolecule | null {
  const [, width, height] = (/viewBox='0 0 (\d+) (\d+)'/.exec(svg) ?? []).map(Number);
  if (width === undefined || height === undefined || Math.max(width, height) > MAX_SIZE)
    return null;
  const layers = new Map<string, string>();
  for (const [, written = ''] of svg.matchAll(/<(?:path|ellipse) ([^<>]*)>/g)) {
    const attributes = Object.fromEntries(
      [...written.matchAll(/([\w-]+)='([^']*)'/g)].map(([, key, value]) => [key, value]),
    );
    const data = dataOf(attributes);
    if (data === null) return null;
    const [, atom] = /atom-(\d+)/.exec(attributes.class ?? '') ?? [];
    const look = lookOf(attributes, graph.atoms[Number(atom ?? 0)]?.symbol);
    const line = look === '' ? data.replace(WAVE, '$1L$2') : data;
    layers.set(look, (layers.get(look) ?? '') + ('fill' in attributes ? withMinus(data) : line));
  }
  const paths = [...layers].map(([look, data]) => `<path${look} d="${data}"/>`).join('');
  return { paths, width, height, graph };
}

/** RDKit's bond of a centre without configuration, which is plain here. */
const WAVE = /^(M[^A-Z]*)C.*[ C](\S+ \S+)$/;

type Attributes = Partial<Record<string, string>>;

/**
 * The class and colours of an element, where they differ from those of the drawing.
 *
 * @param symbol of the atom; RDKit adds hydrogens to a drawing, after the atoms of the molecule
 */
function lookOf({ fill, style = '' }: Attributes, symbol = 'H'): string {
  if (style.includes(HIGHLIGHT.hex))
    return ` class="match" fill="currentColor" stroke-width="${2 * HIGHLIGHT.reach}"`;
  if (fill !== undefined)
    return ` class="atom-${symbol === '*' ? 'R' : symbol}" fill="currentColor" stroke="none"`;
  const [, width = `${LINE}`] = /stroke-width:([\d.]+)px/.exec(style) ?? [];
  const [, dashes] = /stroke-dasharray:([\d.,]+)/.exec(style) ?? [];
  return [
    style.includes('fill:none') ? '' : ' fill="currentColor"',
    Number(width) === LINE ? '' : ` stroke-width="${Number(width)}"`,
    dashes === undefined ? '' : ` stroke-dasharray="${dashes}"`,
  ].join('');
}

/** RDKit writes negative charges with the hyphen of its font, which is too small: a minus is longer and higher. */
function withMinus(letter: string): string {
  const [x1 = 0, , x2 = 0, y2 = 0, , y3 = 0, ...others] =
    letter.match(/[\d.]+/g)?.map(Number) ?? [];
  const isHyphen = others.length === 4 && Math.abs(x1 - x2) > 2 * Math.abs(y2 - y3);
  return isHyphen ? `M${x2} ${(y3 - 1.2).toFixed(1)}h3.4v1h-3.4Z` : letter;
}

/** The data of a path, with no more spaces than it needs; null if it is not of numbers. */
function dataOf({ d, cx, cy, rx, ry }: Attributes): string | null {
  const half = (sign: string) => `a${rx} ${ry} 0 1 0 ${sign}${2 * Number(rx)} 0`;
  const left = (Number(cx) - Number(rx)).toFixed(1);
  const data = d ?? `M${left} ${cy}${half('')}${half('-')}Z`;
  if (!/^[MLQCZa\d.,\s-]*$/.test(data)) return null;
  return data
    .trim()
    .replaceAll(',', ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?([MLQCZ]) ?/g, '$1');
}

/** Letters have the classes of their elements (`atom-N`; `atom-R` for groups). */
export function svgOf({ paths, width, height }: Omit<DrawnMolecule, 'graph'>): Svg {
  const margin = paths.includes('class="match"') ? MARGIN + HIGHLIGHT.reach : MARGIN;
  const size = { width: width + 2 * margin, height: height + 2 * margin };
  const box = `viewBox="-${margin} -${margin} ${size.width} ${size.height}" width="${size.width}" height="${size.height}"`;
  return {
    ...size,
    svg: `<svg class="structure-drawing" role="img" ${box} fill="none" stroke="currentColor" stroke-width="${LINE}" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`,
  };
}

/**
 * Cages whose atoms overlap in either layout, as chemists draw them: SMARTS with coordinates in ångström. An atom may
 * be of any element.
 */
const CAGES: readonly string[] = [
  // Bornane with a group beside its methyl (camphor, borneol): the bridge of one atom above, that without the group behind.
  '*~*1(~*)~*2~*~*~*~1(~*)~*(~*)~*~2 |(-.75,2.4,;0,1.15,;.75,2.4,;-1.25,.1,;-.7,-.55,;.7,-.55,;1.25,.1,;2.7,.5,;.95,-1.5,;2,-2.55,;-.95,-1.5,)|',
  // Bicyclo[3.2.1]octane (tropane): the bridge of one atom above, that of two behind.
  '*1~*2~*~*~*~1~*~*~*~2 |(0,1.3,;-1.25,.2,;-.55,-.5,;.55,-.5,;1.25,.2,;1.5,-1.25,;0,-1.9,;-1.5,-1.25,)|',
];
const ALIGNMENT = JSON.stringify({ acceptFailure: false });

/** The least distances of two atoms, and of an atom from a bond that it is not part of, in bonds. */
const MIN_DISTANCE = 0.5;
const MIN_CLEARANCE = 0.2;
/** The longest bond, in bonds. */
const MAX_BOND = 1.6;

type Point = readonly [x: number, y: number, z: number];

/**
 * RDKit's layout, or the clearest of it, CoordGen's and a cage's where atoms or bonds touch or
 * bonds are stretched.
 */
export function layOut(module: MainModule, molecule: Mol, { bonds }: MoleculeGraph): void {
  const layouts: (() => unknown)[] = [
    () => placeByRdkit(molecule),
    ...CAGES.map((cage) => () => placeByCage(module, molecule, cage)),
    () => molecule.set_new_coords(true),
  ];
  let best = { clearance: 0, place: layouts[0] };
  for (const place of layouts) {
    if (place() === false) continue;
    const clearance = clearanceOf(molecule.get_coords(), bonds);
    if (clearance >= 1) return;
    if (clearance > best.clearance) best = { clearance, place };
  }
  best.place?.();
}

/** Returns false for a molecule without the cage. */
function placeByCage(module: MainModule, molecule: Mol, cage: string): boolean {
  using rings = module.get_qmol(cage);
  return rings !== null && molecule.generate_aligned_coords(rings, ALIGNMENT) !== '';
}

function placeByRdkit(molecule: Mol): void {
  molecule.set_new_coords();
  try {
    // The longest axis horizontal, and as many bonds as possible at multiples of 30 degrees.
    molecule.normalize_depiction(1);
    // Where its axes are not unique, RDKit turns the molecule out of the plane.
    if (molecule.get_coords().some(([, , z]: Point) => Math.abs(z) > 0.01)) {
      molecule.set_new_coords();
    }
    molecule.straighten_depiction(false);
  } catch {
    // RDKit throws for what has only hydrogens, and nothing else: the coordinates are as they were.
  }
}

/** 1 or more for a clear layout, else the part of a wanted distance that the worst place has. */
function clearanceOf(points: readonly Point[], bonds: MoleculeGraph['bonds']): number {
  const ends = bonds.map(
    ({ atoms: [from, to] }) => [points[from] ?? ORIGIN, points[to] ?? ORIGIN] as const,
  );
  const lengths = ends.map(([from, to]) => distance(from, to)).sort((a, b) => a - b);
  const bond = lengths[Math.floor(lengths.length / 2)] ?? 1;
  let clearance = (MAX_BOND * bond) / (lengths.at(-1) || bond);
  for (const [index, point] of points.entries()) {
    for (const other of points.slice(index + 1)) {
      clearance = Math.min(clearance, distance(point, other) / bond / MIN_DISTANCE);
    }
    for (const line of ends) {
      if (line.includes(point)) continue;
      clearance = Math.min(clearance, distanceFromLine(point, ...line) / bond / MIN_CLEARANCE);
    }
  }
  return clearance;
}

const ORIGIN: Point = [0, 0, 0];

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Measures from the line between two points, not from what extends it. */
function distanceFromLine(point: Point, from: Point, to: Point): number {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const along = ((point[0] - from[0]) * x + (point[1] - from[1]) * y) / (x * x + y * y || 1);
  const at = Math.min(Math.max(along, 0), 1);
  return distance(point, [from[0] + at * x, from[1] + at * y, 0]);
}

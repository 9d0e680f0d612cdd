import type { Structure } from './chemistry.ts';
import { type MoleculeGraph, symbolOf } from './rdkit-json.ts';
import {
  bondLayers,
  type Drawing,
  type Layer,
  LINES,
  LOOKS,
  letters,
  type Point,
} from './structure-drawing.ts';

/** Paths by their class: all lines of one kind, or all letters of one element, are one path. */
export type SvgPaths = {
  bonds: Map<Layer['name'], string>;
  atoms: Map<string, string>;
  match: string;
};

export type Svg = Pick<Structure, 'svg' | 'width' | 'height'>;

/** Atoms and bonds to highlight. */
export type Match = { atoms: readonly number[]; bonds: readonly number[] };

export function emptyPaths(): SvgPaths {
  return { bonds: new Map(), atoms: new Map(), match: '' };
}

/** Adds a drawing, moved by an offset from where its own margin would put it. */
export function addDrawing(
  parts: SvgPaths,
  drawing: Drawing,
  graph: MoleculeGraph,
  offset: Point = { x: 0, y: 0 },
): void {
  const shift = { x: drawing.shift.x + offset.x, y: drawing.shift.y + offset.y };
  const classOf = (atom: number) => {
    // RDKit adds hydrogens to a drawing, after the atoms of the molecule.
    const { atomicNumber } = graph.atoms[atom] ?? { atomicNumber: 1 };
    return atomicNumber === 0 ? 'atom-R' : `atom-${symbolOf({ atomicNumber })}`;
  };
  for (const { name, data } of bondLayers(drawing, shift)) append(parts.bonds, name, data);
  for (const [name, data] of letters(drawing, shift, classOf)) append(parts.atoms, name, data);
}

function append<Key>(paths: Map<Key, string>, name: Key, data: string): void {
  paths.set(name, (paths.get(name) ?? '') + data);
}

/** The highlights of a match, as data of a path that is stroked wide, below the drawing. */
export function matchData(
  { centres, shift }: Drawing,
  { bonds }: MoleculeGraph,
  match: Match,
): string {
  const at = (atom: number) => {
    const { x = 0, y = 0 } = centres.get(atom) ?? {};
    return `${tenth(x + shift.x)} ${tenth(y + shift.y)}`;
  };
  const dots = match.atoms.map((atom) => `M${at(atom)}h0`);
  const lines = match.bonds.flatMap((index) => {
    const [from, to] = bonds[index]?.atoms ?? [];
    return from === undefined || to === undefined ? [] : [`M${at(from)}L${at(to)}`];
  });
  return [...dots, ...lines].join('');
}

function tenth(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}

/** The stroke width of a match's highlight, and how far the highlight extends beyond the bonds. */
const MATCH_WIDTH = 13;
const MATCH_REACH = Math.ceil(MATCH_WIDTH / 2);

/**
 * An `svg` in the colour of the text around it. Classes name the kinds of lines (`bonds`, `wedges`…), the letters by
 * element (`atom-N`; `atom-R` for groups), and what matched a query (`match`).
 */
export function writeSvg({ bonds, atoms, match }: SvgPaths, width: number, height: number): Svg {
  const reach = match === '' ? 0 : MATCH_REACH;
  const [fullWidth, fullHeight] = [width + 2 * reach, height + 2 * reach];
  const size = `viewBox="${0 - reach} ${0 - reach} ${fullWidth} ${fullHeight}" width="${fullWidth}" height="${fullHeight}"`;
  const paths = [
    ...(match === '' ? [] : [`<path class="match" stroke-width="${MATCH_WIDTH}" d="${match}"/>`]),
    ...[...bonds].map(([name, data]) => `<path class="${name}"${lookOf(name)} d="${data}"/>`),
    ...[...atoms].map(
      ([name, data]) => `<path class="${name}" fill="currentColor" stroke="none" d="${data}"/>`,
    ),
  ];
  const svg = `<svg class="structure-drawing" role="img" ${size} fill="none" stroke="currentColor" ${LINES}>${paths.join('')}</svg>`;
  return { svg, width: fullWidth, height: fullHeight };
}

/** Leaves out what the `svg` around it says. */
function lookOf(name: Layer['name']): string {
  return ` ${LOOKS[name]}`.replace(' fill="none"', '');
}

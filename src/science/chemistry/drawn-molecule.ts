import type { Mol } from '@rdkit/rdkit';
import type { Unreadable } from './chemistry.ts';
import { layOut } from './coordinates.ts';
import { isMetal } from './elements.ts';
import type { Rdkit } from './rdkit-instance.ts';
import { type MoleculeGraph, readRdkitJson } from './rdkit-json.ts';
import { DRAWING, type Drawing, hasCoveredLetter, readDrawing } from './structure-drawing.ts';
import {
  addDrawing,
  emptyPaths,
  type Match,
  matchData,
  type Svg,
  writeSvg,
} from './structure-svg.ts';

export type DrawnMolecule = { drawing: Drawing; graph: MoleculeGraph };

/**
 * Draws a molecule and gives it the coordinates of the drawing. Coordinates in two dimensions that its author gave it
 * are kept where they can be drawn.
 */
export function drawMolecule(
  rdkit: Rdkit,
  molecule: Mol,
  match?: Match,
): DrawnMolecule | Unreadable {
  const graph = readRdkitJson(molecule.get_json());
  const isPlaced = molecule.has_coords() === 2;
  // Before the layout, whose coordinates would count as stereochemistry.
  const open = openCentres(molecule, graph);
  const options = {
    ...DRAWING,
    includeRadicals: graph.atoms.some((atom) => atom.radicals > 0 && !isMetal(atom)),
    unspecifiedStereoIsUnknown: open.size > 0 || hasOpenDoubleBond(molecule),
  };
  const draw = () => {
    const drawn = render(molecule, match, options, open);
    // Hydrogens of centres in rings, which wedges lead to: other bonds have the wedges without them.
    return drawn !== null && hasCoveredLetter(drawn, graph.atoms.length)
      ? render(molecule, match, { ...options, addChiralHs: false }, open)
      : drawn;
  };
  const placed = isPlaced ? draw() : null;
  if (placed === null) layOut(rdkit, molecule, graph);
  const drawing = placed ?? draw();
  return drawing === null ? { message: 'it cannot be drawn' } : { drawing, graph };
}

export function svgOf({ drawing, graph }: DrawnMolecule, match?: Match): Svg {
  const parts = emptyPaths();
  addDrawing(parts, drawing, graph);
  if (match !== undefined) parts.match = matchData(drawing, graph, match);
  return writeSvg(parts, drawing.width, drawing.height);
}

function render(
  molecule: Mol,
  match: Match | undefined,
  drawing: object,
  open: ReadonlySet<number>,
): Drawing | null {
  const options = {
    ...drawing,
    // Small circles, from which the centres of the atoms are read.
    ...(match && { atoms: match.atoms, bonds: [], highlightRadius: 0.01 }),
  };
  return readDrawing(molecule.get_svg_with_highlights(JSON.stringify(options)), open);
}

/**
 * The centres that could have stereochemistry, and have none: they are drawn with a wave. RDKit would also mark the carbons
 * of cages (adamantane), of which there is one form: CIP labels leave those out. Nitrogen with three bonds inverts, or is
 * held by its rings (quinine).
 */
function openCentres(molecule: Mol, { atoms, bonds }: MoleculeGraph): Set<number> {
  const { CIP_atoms: labels }: { CIP_atoms: [number, string][] } = JSON.parse(
    molecule.get_stereo_tags(),
  );
  const isInverting = (index: number) => {
    const { atomicNumber, charge, hydrogens } = atoms[index] ?? {};
    const neighbours = bonds.filter(({ atoms: ends }) => ends.includes(index)).length;
    return atomicNumber === 7 && charge === 0 && neighbours + (hydrogens ?? 0) === 3;
  };
  return new Set(
    labels
      .filter(([index, label]) => label === '(?)' && !isInverting(index))
      .map(([index]) => index),
  );
}

/** InChI knows the double bonds that are drawn crossed; with its option SUU, it writes `?` for what is unknown. */
function hasOpenDoubleBond(molecule: Mol): boolean {
  return /\/b[^/]*\?/.test(molecule.get_inchi('-SUU'));
}

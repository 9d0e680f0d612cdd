import type { Mol } from '@rdkit/rdkit';
import type { Unreadable } from './chemistry.ts';
import { layOut } from './coordinates.ts';
import { isMetal } from './elements.ts';
import type { Rdkit } from './rdkit-instance.ts';
import { type MoleculeGraph, readRdkitJson } from './rdkit-json.ts';
import { DRAWING, type Drawing, readDrawing } from './structure-drawing.ts';
import { addDrawing, type Match, matchData, noPaths, type Svg, writeSvg } from './structure-svg.ts';

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
  const options = {
    ...DRAWING,
    includeRadicals: graph.atoms.some((atom) => atom.radicals > 0 && !isMetal(atom)),
    // Before the layout, whose coordinates would count as stereochemistry.
    unspecifiedStereoIsUnknown: leavesStereoOpen(molecule),
  };
  const placed = isPlaced ? render(molecule, match, options) : null;
  if (placed === null) layOut(rdkit, molecule, graph);
  const drawing = placed ?? render(molecule, match, options);
  return drawing === null ? { message: 'it cannot be drawn' } : { drawing, graph };
}

export function svgOf({ drawing, graph }: DrawnMolecule, match?: Match): Svg {
  const parts = noPaths();
  addDrawing(parts, drawing, graph);
  if (match !== undefined) parts.match = matchData(drawing, graph, match);
  return writeSvg(parts, drawing.width, drawing.height);
}

function render(molecule: Mol, match: Match | undefined, drawing: typeof DRAWING): Drawing | null {
  const options = {
    ...drawing,
    // Small circles, from which the centres of the atoms are read.
    ...(match && { atoms: match.atoms, bonds: [], highlightRadius: 0.01 }),
  };
  return readDrawing(molecule.get_svg_with_highlights(JSON.stringify(options)));
}

/**
 * Whether a centre or a double bond could have stereochemistry, and has none: it is drawn wavy or crossed. RDKit alone
 * would also mark the carbons of cages (adamantane), of which there is one form: CIP labels leave those out. InChI knows
 * the double bonds.
 */
function leavesStereoOpen(molecule: Mol): boolean {
  const { CIP_atoms: labels }: { CIP_atoms: [number, string][] } = JSON.parse(
    molecule.get_stereo_tags(),
  );
  return (
    labels.some(([, label]) => label === '(?)') ||
    /\/b[^/]*\?/.test(molecule.get_inchi(WITH_UNKNOWN_STEREO))
  );
}

/** InChI's option SUU: the layers of stereochemistry also hold what is unknown, as `?`. */
const WITH_UNKNOWN_STEREO = '-SUU';

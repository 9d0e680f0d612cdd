import type { Mol } from '@rdkit/rdkit';
import type { Unreadable } from './chemistry.ts';
import { type MoleculeGraph, readRdkitJson } from './rdkit-json.ts';
import { DRAWING, type Drawing, readDrawing } from './structure-drawing.ts';
import { addDrawing, type Match, matchData, noPaths, type Svg, writeSvg } from './structure-svg.ts';

export type DrawnMolecule = { drawing: Drawing; graph: MoleculeGraph };

/**
 * Draws a molecule and gives it the coordinates of the drawing. Coordinates in two dimensions that its author gave it
 * are kept where they can be drawn.
 */
export function drawMolecule(molecule: Mol, match?: Match): DrawnMolecule | Unreadable {
  const graph = readRdkitJson(molecule.get_json());
  const isPlaced = molecule.has_coords() === 2;
  const drawing =
    (isPlaced ? render(molecule, match) : null) ?? renderWithNewCoordinates(molecule, match);
  return drawing === null ? { message: 'it cannot be drawn' } : { drawing, graph };
}

export function svgOf({ drawing, graph }: DrawnMolecule, match?: Match): Svg {
  const parts = noPaths();
  addDrawing(parts, drawing, graph);
  if (match !== undefined) parts.match = matchData(drawing, graph, match);
  return writeSvg(parts, drawing.width, drawing.height);
}

function renderWithNewCoordinates(molecule: Mol, match: Match | undefined): Drawing | null {
  molecule.set_new_coords();
  try {
    // The longest axis horizontal, and as many bonds as possible at multiples of 30 degrees.
    molecule.normalize_depiction(1);
    molecule.straighten_depiction(false);
  } catch {
    // RDKit throws for what has only hydrogens, and nothing else: the drawing is as it was.
  }
  return render(molecule, match);
}

function render(molecule: Mol, match: Match | undefined): Drawing | null {
  const options = {
    ...DRAWING,
    // Small circles, from which the centres of the atoms are read.
    ...(match && { atoms: match.atoms, bonds: [], highlightRadius: 0.01 }),
  };
  return readDrawing(molecule.get_svg_with_highlights(JSON.stringify(options)));
}

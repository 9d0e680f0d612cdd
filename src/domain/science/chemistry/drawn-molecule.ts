import type { Mol } from '@rdkit/rdkit';
import type { Unreadable } from './chemistry.ts';
import { layOut } from './coordinates.ts';
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
  const placed = isPlaced ? render(molecule, match) : null;
  if (placed === null) layOut(molecule, graph);
  const drawing = placed ?? render(molecule, match);
  return drawing === null ? { message: 'it cannot be drawn' } : { drawing, graph };
}

export function svgOf({ drawing, graph }: DrawnMolecule, match?: Match): Svg {
  const parts = noPaths();
  addDrawing(parts, drawing, graph);
  if (match !== undefined) parts.match = matchData(drawing, graph, match);
  return writeSvg(parts, drawing.width, drawing.height);
}

function render(molecule: Mol, match: Match | undefined): Drawing | null {
  const options = {
    ...DRAWING,
    // Small circles, from which the centres of the atoms are read.
    ...(match && { atoms: match.atoms, bonds: [], highlightRadius: 0.01 }),
  };
  return readDrawing(molecule.get_svg_with_highlights(JSON.stringify(options)));
}

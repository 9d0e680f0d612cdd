import type { MoleculeId } from '../../content/molecules.ts';
import drawings from './structures.svg?url';

/** Where a drawing is, for `use` within another drawing; it takes the fill and stroke of that. */
export function drawingOf(id: MoleculeId): string {
  return `${drawings}#${id}`;
}

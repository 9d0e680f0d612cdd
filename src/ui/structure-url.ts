import type { MoleculeId } from '../content/molecules.ts';
import drawings from './structures.svg?url';

/** The URL of a drawing for `use`, which inherits fill and stroke. */
export function structureUrl(id: MoleculeId): string {
  return `${drawings}#${id}`;
}

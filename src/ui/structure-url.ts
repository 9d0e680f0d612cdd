import type { MoleculeId } from '../content/molecules.ts';
import drawings from './structures.svg?url';

export function structureUrl(id: MoleculeId): string {
  return `${drawings}#${id}`;
}

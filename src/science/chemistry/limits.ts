import type { Unreadable } from './chemistry.ts';

/** RDKit traps on chains of about 600 atoms; 300 leave a wide margin. */
export const MAX_ATOMS = 300;
/** Parts of one structure without a bond between them: ions, solvents, the molecules of a reaction. */
export const MAX_FRAGMENTS = 20;

export function atMost(count: number, max: number, what: string): Unreadable | null {
  return count <= max
    ? null
    : { message: `${count.toLocaleString('en')} ${what}; at most ${max} can be drawn` };
}

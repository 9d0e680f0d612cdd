import type { Mol } from '@rdkit/rdkit';
import type { Rdkit } from './rdkit-instance.ts';

/** Some 500 bytes each. */
const MAX_CACHED = 20_000;
/** UTF-16 code units of a structure that is cached. */
const MAX_LENGTH = 300;

/**
 * Parses candidates of substructure searches. Searches have many candidates in common, and RDKit reads its own binary
 * form in a fifth of the time of SMILES, with the same matches. The form outlasts the instance that wrote it.
 */
export function createParsedCandidates() {
  /** In the order in which they were added. */
  const cached = new Map<string, Uint8Array>();

  /** The caller deletes it; null for what is no structure. */
  function parse({ module }: Rdkit, source: string): Mol | null {
    const binary = cached.get(source);
    if (binary !== undefined) return module.get_mol_from_uint8array(binary);
    const molecule = module.get_mol(source);
    if (molecule !== null && source.length <= MAX_LENGTH) {
      const [oldest] = cached.keys();
      if (cached.size >= MAX_CACHED && oldest !== undefined) cached.delete(oldest);
      cached.set(source, molecule.get_as_uint8array());
    }
    return molecule;
  }

  return { parse };
}

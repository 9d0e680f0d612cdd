import { compareMolecules, expectedMolecules } from './science/molecules.ts';
import { compareSubstructures, expectedSubstructures } from './science/substructures.ts';
import type { Trial } from './trial.ts';

/** Compares what posts say of science with what other programs computed. */
export const science: Trial = {
  name: 'science',
  async run() {
    const molecules = expectedMolecules();
    const differences = await compareMolecules(molecules);
    for (const difference of differences) console.log(`BROKEN: ${difference}`);
    console.log(`${molecules.length} molecules: ${differences.length} differences`);
    const found = await compareSubstructures();
    for (const difference of found) console.log(`BROKEN: ${difference}`);
    console.log(`${expectedSubstructures().length} substructures: ${found.length} differences`);
    return differences.length + found.length === 0;
  },
};

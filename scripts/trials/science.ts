import { compareMolecules, expectedMolecules } from './science/molecules.ts';
import type { Trial } from './trial.ts';

/** Compares what posts say of science with what other programs computed. */
export const science: Trial = {
  name: 'science',
  async run() {
    const molecules = expectedMolecules();
    const differences = await compareMolecules(molecules);
    for (const difference of differences) console.log(`BROKEN: ${difference}`);
    console.log(`${molecules.length} molecules: ${differences.length} differences`);
    return differences.length === 0;
  },
};

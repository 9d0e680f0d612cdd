import { parseArgs } from 'node:util';
import { coverageOf, numbersFor, OTHER, SIGMOID } from './science/curves.ts';
import { compareFormulas, expectedFormulas } from './science/formulas.ts';
import { compareMolecules, expectedMolecules } from './science/molecules.ts';
import { compareReferences } from './science/references.ts';
import { compareSubstructures, expectedSubstructures } from './science/substructures.ts';
import type { Trial } from './trial.ts';

/** Compares what posts say of science with what other programs computed, and with simulations whose truth is known. */
export const science: Trial = {
  name: 'science',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: { curves: { type: 'string', default: '1000' } },
    });
    const molecules = expectedMolecules();
    const differences = await compareMolecules(molecules);
    console.log(`${molecules.length} molecules: ${differences.length} differences`);
    const found = await compareSubstructures();
    console.log(`${expectedSubstructures().length} substructures: ${found.length} differences`);
    const formulas = await compareFormulas();
    console.log(`${expectedFormulas().length} formulas: ${formulas.length} differences`);
    const broken = [
      ...differences,
      ...found,
      ...formulas,
      ...checkReferences(),
      ...checkCurves(Number(values.curves)),
    ];
    for (const difference of broken) console.log(`BROKEN: ${difference}`);
    return broken.length === 0;
  },
};

function checkReferences(): string[] {
  return Object.entries(compareReferences()).flatMap(([list, { count, known, differences }]) => {
    console.log(
      `${count} references, ${list}: ${differences.length} differences, and ${known} where the list is right by its manual`,
    );
    return differences;
  });
}

function checkCurves(curves: number): string[] {
  const broken: string[] = [];
  for (const hill of SIGMOID) {
    const { refused, held } = coverageOf(hill, curves);
    const shares = Object.entries(held).map(([name, share]) => `${name} ${percent(share)}`);
    const told = `${curves} curves with a Hill slope of ${hill}: ${percent(refused)} refused; 95% intervals hold ${shares.join(', ')}`;
    console.log(told);
    const isTrue = Object.values(held).every((share) => share >= 0.93 && share <= 0.97);
    if (!isTrue || refused > 0.05) broken.push(told);
  }
  for (const [name, shape] of Object.entries(OTHER)) {
    const share = numbersFor(shape, curves);
    const told = `${curves} curves of ${name}: ${percent(share)} get a number`;
    console.log(told);
    if (share > 0) broken.push(told);
  }
  return broken;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

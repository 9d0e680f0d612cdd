import { expect, it } from 'vitest';
import { enumerateMolecules } from '../../../../test/enumerate-molecules.ts';
import { createChemistry } from './rdkit.ts';

const PATTERNS = ['c1ccccc1', '[#7]~[#6]~[#7]', '[r5]', '[R2]', '[OX2H]', '[C@H]', '[nH]', '[CH2]'];

it('a search finds the same molecules again when it knows their binary form', async () => {
  const chemistry = createChemistry();
  const candidates = [...enumerateMolecules(300), 'not a molecule'];
  const first = await createChemistry().matchSubstructure('C', candidates);
  expect(await chemistry.matchSubstructure('C', candidates)).toEqual(first);
  expect(await chemistry.matchSubstructure('C', candidates)).toEqual(first);
  for (const pattern of PATTERNS) {
    const fresh = await createChemistry().matchSubstructure(pattern, candidates);
    expect(await chemistry.matchSubstructure(pattern, candidates)).toEqual(fresh);
  }
});

import initRdkit from '@rdkit/rdkit';
import { beforeAll, expect, it } from 'vitest';
import { type MoleculeId, molecules } from './molecules.ts';
import { structures } from './structures.ts';

/** Of their entries in public databases. The last letters but one of a key tell mirror images apart. */
const PUBLISHED: Record<MoleculeId, { key: string; weight: number }> = {
  osimertinib: { key: 'DUYJMQONPNNFPI-UHFFFAOYSA-N', weight: 499.6 },
  olaparib: { key: 'FDLYAMZZIXQODN-UHFFFAOYSA-N', weight: 434.5 },
  lapatinib: { key: 'BCFGMOOMADDAQU-UHFFFAOYSA-N', weight: 581.1 },
  gemcitabine: { key: 'SDUQYLNIPVEERB-QPPQHZFASA-N', weight: 263.2 },
  levodopa: { key: 'WTDRDQBEARUVNC-LURJTMIESA-N', weight: 197.2 },
  rasagiline: { key: 'RUOKEQAAGRXIBM-GFCCVEGCSA-N', weight: 171.2 },
  riluzole: { key: 'FTALBRSUTCGOEG-UHFFFAOYSA-N', weight: 234.2 },
  edaravone: { key: 'QELUYTUMUWHWMC-UHFFFAOYSA-N', weight: 174.2 },
};

let rdkit: Awaited<ReturnType<typeof initRdkit>>;
beforeAll(async () => {
  rdkit = await initRdkit();
});

it.each(Object.values(molecules))(
  '$name is the medicine of that name, with the figures of its SMILES',
  ({ id, smiles }) => {
    const molecule = rdkit.get_mol(smiles);
    const inchi = molecule?.get_inchi() ?? '';
    const known = JSON.parse(molecule?.get_descriptors() ?? '{}');
    molecule?.delete();
    expect(rdkit.get_inchikey_for_inchi(inchi)).toBe(PUBLISHED[id].key);
    expect(Number(structures[id].weight.toFixed(1))).toBe(PUBLISHED[id].weight);
    expect(structures[id]).toMatchObject({
      weight: Number(known.amw.toFixed(2)),
      cLogP: Number(known.CrippenClogP.toFixed(2)),
      tpsa: Number(known.tpsa.toFixed(2)),
      donors: known.lipinskiHBD,
      acceptors: known.lipinskiHBA,
      rotatableBonds: known.NumRotatableBonds,
    });
  },
);

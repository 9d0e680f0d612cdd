const HOME = { path: '/', title: 'Home' };
const PLATFORM = { path: '/platform', title: 'Platform' };
const PIPELINE = { path: '/pipeline', title: 'Pipeline' };
const GLOSSARY = { path: '/glossary', title: 'Glossary' };

/** SMILES have the stereochemistry; structures and their figures are computed from them. `pages`: those that draw it. */
const MEDICINES = {
  osimertinib: {
    name: 'Osimertinib',
    role: 'Irreversible inhibitor of mutated EGFR, the T790M variant included, in non-small-cell lung cancer.',
    smiles: 'C=CC(=O)Nc1cc(Nc2nccc(n2)-c2cn(C)c3ccccc23)c(OC)cc1N(C)CCN(C)C',
    pages: [HOME],
  },
  olaparib: {
    name: 'Olaparib',
    role: 'Inhibits PARP1 and PARP2; tumour cells without working BRCA1 or BRCA2 then cannot repair their DNA.',
    smiles: 'O=C(c1cc(Cc2n[nH]c(=O)c3ccccc23)ccc1F)N1CCN(CC1)C(=O)C1CC1',
    pages: [HOME, PIPELINE],
  },
  lapatinib: {
    name: 'Lapatinib',
    role: 'Reversible inhibitor of the kinases EGFR and HER2.',
    smiles: 'CS(=O)(=O)CCNCc1ccc(o1)-c1ccc2ncnc(Nc3ccc(OCc4cccc(F)c4)c(Cl)c3)c2c1',
    pages: [PLATFORM, PIPELINE],
  },
  gemcitabine: {
    name: 'Gemcitabine',
    role: 'Nucleoside analogue: built into DNA in place of deoxycytidine, it stops the strand from growing.',
    smiles: 'NC1=NC(=O)N(C=C1)[C@@H]1O[C@H](CO)[C@@H](O)C1(F)F',
    pages: [PIPELINE],
  },
  levodopa: {
    name: 'Levodopa',
    role: 'Precursor of dopamine, carried into the brain and converted there.',
    smiles: 'N[C@@H](Cc1ccc(O)c(O)c1)C(O)=O',
    pages: [PIPELINE, GLOSSARY],
  },
  rasagiline: {
    name: 'Rasagiline',
    role: 'Irreversible, selective inhibitor of MAO-B, an enzyme that breaks dopamine down.',
    smiles: 'C#CCN[C@@H]1CCc2ccccc12',
    pages: [PIPELINE, GLOSSARY],
  },
  riluzole: {
    name: 'Riluzole',
    role: 'Reduces the release of glutamate and blocks sodium channels; how it helps is not fully known.',
    smiles: 'Nc1nc2ccc(OC(F)(F)F)cc2s1',
    pages: [PIPELINE],
  },
  edaravone: {
    name: 'Edaravone',
    role: 'Scavenger of free radicals; how it helps is not known.',
    smiles: 'CC1=NN(c2ccccc2)C(=O)C1',
    pages: [PIPELINE],
  },
};

export type MoleculeId = keyof typeof MEDICINES;

/** `role`: its target and mechanism, in one line. */
export type Molecule = {
  id: MoleculeId;
  name: string;
  role: string;
  smiles: string;
  pages: readonly { path: string; title: string }[];
};

export const molecules = Object.fromEntries<unknown>(
  Object.entries(MEDICINES).map(([id, medicine]) => [id, { id, ...medicine }]),
) as Record<MoleculeId, Molecule>;

export const figureLabels = {
  weight: { name: 'Weight', unit: 'g/mol' },
  cLogP: { name: 'cLogP', unit: '' },
  tpsa: { name: 'TPSA', unit: 'Å²' },
  donors: { name: 'H-bond donors', unit: '' },
  acceptors: { name: 'H-bond acceptors', unit: '' },
  rotatableBonds: { name: 'Rotatable bonds', unit: '' },
};

export const demoStructure = {
  molecule: 'olaparib',
  note: 'The first step shows the structure of {name}, an approved medicine and not ours. The values do not describe it, and the later shapes are schematic.',
} as const;

export const structureCredit = 'Structures drawn, and figures computed, with RDKit.';

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import initRdkit from '@rdkit/rdkit';
import { molecules, type Structure } from '../../src/content/molecules.ts';
import { DRAWING, symbolOf } from '../../src/science/chemistry/structure-drawing.ts';

/** Relative to the project's root. */
export const STRUCTURES = {
  drawings: 'src/ui/structures.svg',
  figures: 'src/content/structures.ts',
};

export type Structures = { drawings: string; figures: string; inchiKeys: Map<string, string> };

/** Draws every molecule of the site with RDKit and computes its figures, from its SMILES alone. */
export async function structures(): Promise<Structures> {
  const rdkit = await initRdkit();
  const symbols: string[] = [];
  const rows: string[] = [];
  const inchiKeys = new Map<string, string>();
  for (const { id, smiles } of Object.values(molecules)) {
    const molecule = rdkit.get_mol(smiles);
    if (molecule === null) throw new Error(`RDKit cannot read the SMILES of ${id}: ${smiles}`);
    molecule.set_new_coords();
    // The longest axis horizontal, and as many bonds as possible at multiples of 30 degrees.
    molecule.normalize_depiction(1);
    molecule.straighten_depiction(false);
    const { symbol, width, height } = symbolOf(
      id,
      molecule.get_svg_with_highlights(JSON.stringify(DRAWING)),
    );
    const known = JSON.parse(molecule.get_descriptors());
    const structure: Structure = {
      width,
      height,
      weight: rounded(known.amw, 2),
      cLogP: rounded(known.CrippenClogP, 2),
      tpsa: rounded(known.tpsa, 2),
      donors: known.lipinskiHBD,
      acceptors: known.lipinskiHBA,
      rotatableBonds: known.NumRotatableBonds,
    };
    symbols.push(symbol);
    rows.push(`  ${id}: {\n${fieldsOf(structure)}  },\n`);
    inchiKeys.set(id, rdkit.get_inchikey_for_inchi(molecule.get_inchi()));
    molecule.delete();
  }
  return {
    drawings: `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">\n${symbols.join('\n')}\n</svg>\n`,
    figures: `// Computed from the SMILES in molecules.ts by \`npm run artwork\`, with RDKit ${rdkit.version()}.\nimport type { MoleculeId, Structure } from './molecules.ts';\n\nexport const structures: Record<MoleculeId, Structure> = {\n${rows.join('')}};\n`,
    inchiKeys,
  };
}

export async function writeStructures(root: string): Promise<void> {
  const { drawings, figures } = await structures();
  await writeFile(join(root, STRUCTURES.drawings), drawings);
  await writeFile(join(root, STRUCTURES.figures), figures);
}

function fieldsOf(structure: Structure): string {
  return Object.entries(structure)
    .map(([name, value]) => `    ${name}: ${value},\n`)
    .join('');
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

import type { MainModule, Mol } from '@rdkit/rdkit';
import type {
  Chemistry,
  Molecule,
  MoleculeProperties,
  MoleculeQuery,
  Structure,
  StructureInput,
  Unreadable,
} from './chemistry.ts';
import { type DrawnMolecule, drawMolecule, svgOf } from './drawn-molecule.ts';
import { hillFormula } from './formula.ts';
import { readMolfile } from './molfile-input.ts';
import { explain } from './rdkit-errors.ts';
import { createRdkitInstance, type Rdkit } from './rdkit-instance.ts';
import type { MoleculeGraph } from './rdkit-json.ts';
import { gainedAtoms, reactionFormula, reactionSvg, readReaction } from './reaction.ts';
import { labelRGroups, readSmilesLine, refuseSmiles } from './smiles-input.ts';
import type { Match, Svg } from './structure-svg.ts';

/**
 * Writes a molecule as V2000, with the coordinates that it has, so that it has the same InChI when it is read. RDKit
 * does not write that a double bond beside one with stereochemistry has none itself: its neighbours' coordinates would
 * then be read as such.
 *
 * @param inchi of the molecule before it had coordinates
 */
function writeMolblock(
  module: MainModule,
  molecule: Mol,
  graph: MoleculeGraph,
  inchi: string,
): string {
  const written = molecule.get_v2Kmolblock();
  return inchiOf(module, written) === inchi ? written : markEitherBonds(written, graph);
}

function inchiOf(module: MainModule, molblock: string): string {
  using molecule = module.get_mol(molblock);
  return molecule?.get_inchi() ?? '';
}

/** CTfile formats, bond block: 3 as the stereo of a double bond is cis or trans, either. */
const EITHER = '  3';
const HEADER_LINES = 4;
/** Columns of a bond. */
const ORDER = [6, 9] as const;
const STEREO = [9, 12] as const;

function markEitherBonds(molblock: string, { atoms, bonds, rings }: MoleculeGraph): string {
  const lines = molblock.split('\n');
  // Smaller rings have room for cis alone.
  const small = rings.filter((ring) => ring.length < 8);
  const isInSmallRing = (bond: MoleculeGraph['bonds'][number]) =>
    small.some((ring) => bond.atoms.every((atom) => ring.includes(atom)));
  const degrees = atoms.map((_, atom) => bonds.filter((bond) => bond.atoms.includes(atom)).length);
  for (const [index, bond] of bonds.entries()) {
    const at = HEADER_LINES + atoms.length + index;
    const line = lines[at] ?? '';
    // Of the line: aromatic rings are written as single and double bonds, in either of two ways.
    const isDouble = Number(line.slice(...ORDER)) === 2;
    const hasSides = bond.atoms.every((atom) => (degrees[atom] ?? 0) > 1);
    if (!isDouble || bond.hasStereo || !hasSides || isInSmallRing(bond)) continue;
    lines[at] = line.slice(0, STEREO[0]) + EITHER + line.slice(STEREO[1]);
  }
  return lines.join('\n');
}

/** UTF-16 code units. */
const MAX_QUERY = 200;

const BROKEN: Unreadable = { message: 'RDKit fails to read it' };

/**
 * Chemistry by RDKit in this process, which its first use loads. Hostile structures can take minutes: servers use a
 * pool of threads (`createChemistryPool`).
 */
export function createChemistry(): Chemistry {
  const instance = createRdkitInstance();

  async function draw(inputs: readonly StructureInput[]): Promise<(Structure | Unreadable)[]> {
    const drawn: (Structure | Unreadable)[] = [];
    for (const input of inputs) {
      drawn.push((await instance.use((rdkit) => drawInput(rdkit, input))) ?? BROKEN);
    }
    return drawn;
  }

  async function readQuery(
    written: string,
    mode: 'molecule' | 'substructure',
  ): Promise<MoleculeQuery | Unreadable> {
    return (await instance.use((rdkit) => queryOf(rdkit, written, mode))) ?? BROKEN;
  }

  async function matchSubstructure(
    query: string,
    candidates: readonly string[],
  ): Promise<boolean[] | Unreadable> {
    const found = await instance.use((rdkit) => {
      const read = readPattern(rdkit, query);
      if ('message' in read) return read;
      using pattern = read;
      return candidates.map((candidate) => {
        using molecule = rdkit.module.get_mol(candidate);
        return molecule !== null && molecule.get_substruct_match(pattern, MATCHING) !== '{}';
      });
    });
    return found ?? BROKEN;
  }

  async function drawMatch(query: string, molblock: string): Promise<Svg | Unreadable> {
    const drawn = await instance.use((rdkit) => {
      const read = readPattern(rdkit, query);
      if ('message' in read) return read;
      using pattern = read;
      using molecule = rdkit.module.get_mol(molblock);
      if (molecule === null) return { message: 'it cannot be read' };
      const match = allMatches(molecule, pattern);
      const drawing = drawMolecule(rdkit, molecule, match);
      return 'message' in drawing ? drawing : svgOf(drawing, match);
    });
    return drawn ?? BROKEN;
  }

  return { draw, readQuery, matchSubstructure, drawMatch };
}

function drawInput(rdkit: Rdkit, { format, source }: StructureInput): Structure | Unreadable {
  if (format === 'reaction') return drawReaction(rdkit, source);
  const read = format === 'smiles' ? readSmiles(rdkit, source) : readMolblock(rdkit, source);
  if ('message' in read) return read;
  using molecule = read;
  return structureOf(rdkit, molecule);
}

/** Identifies a molecule, then draws it: the InChI takes coordinates of a drawing for stereochemistry. */
function structureOf(rdkit: Rdkit, molecule: Mol): Structure | Unreadable {
  const identity = identify(rdkit, molecule);
  const drawn = drawMolecule(rdkit, molecule);
  if ('message' in drawn) return drawn;
  const formula = hillFormula(drawn.graph.atoms);
  const isWhole = drawn.graph.atoms.every(({ atomicNumber }) => atomicNumber > 0);
  return {
    ...svgOf(drawn),
    formula,
    molecule: identity && moleculeOf(rdkit, molecule, drawn.graph, { ...identity, formula }),
    computed: isWhole ? computedOf(rdkit, molecule) : null,
  };
}

/** One line, whose name is passed over. */
function readSmiles({ module, log }: Rdkit, source: string): Mol | Unreadable {
  const line = readSmilesLine(source);
  if (/[\r\n]/.test(source)) return { message: 'write one molecule on each line' };
  const refusal = refuseSmiles(line);
  if (refusal !== null) return refusal;
  return module.get_mol(labelRGroups(line)) ?? explain(log.get_buffer(), line.smiles);
}

function readMolblock({ module, log }: Rdkit, source: string): Mol | Unreadable {
  const input = readMolfile(source);
  if ('message' in input) return input;
  return module.get_mol(input.molfile) ?? explain(log.get_buffer(), null);
}

function drawReaction(rdkit: Rdkit, source: string): Structure | Unreadable {
  const read = readReaction(source);
  if ('message' in read) return read;
  const drawn = { reactants: [], agents: [], products: [] } as Record<
    'reactants' | 'agents' | 'products',
    DrawnMolecule[]
  >;
  for (const side of ['reactants', 'agents', 'products'] as const) {
    for (const smiles of read[side]) {
      const result = drawPart(rdkit, smiles);
      if ('message' in result) return { message: `“${smiles}”: ${result.message}` };
      drawn[side].push(result);
    }
  }
  const gained = gainedAtoms(drawn);
  return {
    ...reactionSvg(drawn),
    formula: reactionFormula(drawn),
    ...(gained !== null && { gained }),
    molecule: null,
    computed: null,
  };
}

function drawPart(rdkit: Rdkit, smiles: string): DrawnMolecule | Unreadable {
  const read = readSmiles(rdkit, smiles);
  if ('message' in read) return read;
  using molecule = read;
  return drawMolecule(rdkit, molecule);
}

/** Square planar, trigonal bipyramidal and octahedral centres of SMILES, which InChI does not tell apart. */
const METAL_STEREO = /@(?:SP|TB|OH)\d/;

/** The identifiers of a molecule; null if it has no InChI, as R-groups have none, or shares it with others. */
function identify({ module }: Rdkit, molecule: Mol) {
  const inchi = molecule.get_inchi();
  const smiles = molecule.get_smiles();
  if (inchi === '' || METAL_STEREO.test(smiles)) return null;
  return { inchikey: module.get_inchikey_for_inchi(inchi), smiles, inchi };
}

/** @param molecule with the coordinates of its drawing */
function moleculeOf(
  rdkit: Rdkit,
  molecule: Mol,
  graph: MoleculeGraph,
  identity: Pick<Molecule, 'inchikey' | 'smiles' | 'inchi' | 'formula'>,
): Molecule {
  return {
    ...identity,
    ...computedOf(rdkit, molecule),
    molblock: writeMolblock(rdkit.module, molecule, graph, identity.inchi),
  };
}

function computedOf({ module }: Rdkit, molecule: Mol) {
  return { properties: propertiesOf(molecule), rdkitVersion: module.version() };
}

function propertiesOf(molecule: Mol): MoleculeProperties {
  const known = JSON.parse(molecule.get_descriptors());
  return {
    weight: known.amw,
    exactMass: known.exactmw,
    cLogP: known.CrippenClogP,
    tpsa: known.tpsa,
    donors: known.lipinskiHBD,
    acceptors: known.lipinskiHBA,
    rotatableBonds: known.NumRotatableBonds,
    heavyAtoms: known.NumHeavyAtoms,
  };
}

function queryOf(
  rdkit: Rdkit,
  written: string,
  mode: 'molecule' | 'substructure',
): MoleculeQuery | Unreadable {
  if (written.length > MAX_QUERY) {
    return { message: `${written.length} characters; at most ${MAX_QUERY} can be searched for` };
  }
  if (mode === 'substructure') return patternQuery(rdkit, written);
  const read = readSmiles(rdkit, written);
  if ('message' in read) return read;
  using molecule = read;
  const inchikey = identify(rdkit, molecule)?.inchikey ?? null;
  const drawn = drawMolecule(rdkit, molecule);
  if ('message' in drawn) return drawn;
  return { inchikey, svg: svgOf(drawn).svg };
}

function patternQuery(rdkit: Rdkit, written: string): MoleculeQuery | Unreadable {
  const read = readPattern(rdkit, written);
  if ('message' in read) return read;
  using pattern = read;
  const smiles = NEEDS_SMARTS.test(written) ? null : readSmiles(rdkit, written);
  using molecule = smiles === null || 'message' in smiles ? null : smiles;
  const drawn = drawMolecule(rdkit, molecule ?? pattern);
  if ('message' in drawn) return drawn;
  return { inchikey: null, svg: svgOf(drawn).svg };
}

/**
 * A query of a substructure, as chemists mean it: SMILES whose aromaticity is perceived and whose free valences are
 * open, or else SMARTS. RDKit itself takes an atom in brackets without its hydrogens for a radical.
 */
function readPattern(rdkit: Rdkit, written: string): Mol | Unreadable {
  const read = readSmiles(rdkit, written);
  if ('message' in read) return readSmarts(rdkit, written) ?? read;
  using molecule = read;
  const isPattern = NEEDS_SMARTS.test(written) && !isKekule(molecule, written);
  const opened = molecule.get_smarts().replace(/\[#0(?::\d+)?\]/g, '*');
  return (isPattern ? readSmarts(rdkit, written) : rdkit.module.get_qmol(opened)) ?? BROKEN;
}

/**
 * What RDKit also reads in SMILES, but then matches nothing or too much: operators, any atom, and hydrogens where SMILES
 * has them without brackets (`[NH2]`).
 */
const NEEDS_SMARTS = /[~!&;,$*]|\[[^\]]*#\d|\[(?:Cl|Br|[BCNOPSFI])(?:H\d?)?\]/;

/** Returns true for aromatic rings written as alternating bonds, which SMARTS takes literally. */
function isKekule(molecule: Mol, written: string): boolean {
  const isAromatic = /"aromaticAtoms":\[\d/.test(molecule.get_json());
  return isAromatic && !/[bcnops]/.test(written.replace(/[A-Z][a-z]?/g, ''));
}

function readSmarts({ module }: Rdkit, written: string): Mol | null {
  const smarts = written.trim();
  // RDKit reads an empty query, and a molfile, as such.
  const isLimited = smarts !== '' && smarts.length <= MAX_QUERY && !/[\r\n]|M {2}END/.test(smarts);
  return isLimited ? module.get_qmol(smarts) : null;
}

/** Stereochemistry that a query has counts, also that of double bonds. */
const MATCHING = JSON.stringify({ useChirality: true });

/** The atoms and bonds of all matches. */
function allMatches(molecule: Mol, pattern: Mol): Match {
  const found: unknown = JSON.parse(molecule.get_substruct_matches(pattern, MATCHING));
  const matches = Array.isArray(found) ? found : [];
  const all = (key: 'atoms' | 'bonds') => [
    ...new Set<number>(matches.flatMap((match) => match[key] ?? [])),
  ];
  return { atoms: all('atoms'), bonds: all('bonds') };
}

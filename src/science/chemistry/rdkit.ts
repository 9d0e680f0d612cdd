import type { Log, MainModule, Mol } from '@rdkit/rdkit';
import {
  type MoleculeProperties,
  PROPERTIES,
  type Structure,
  type StructureInput,
  type Unreadable,
} from './chemistry.ts';
import { drawMolecule, type Match, svgOf } from './drawing.ts';
import { DATIVE, hillFormula, isOrganic, type MoleculeGraph } from './graph.ts';
import { identify, inexpressibleStereo } from './identity.ts';
import { Refusal, readMolblock, readSmiles } from './inputs.ts';
import { drawReaction } from './reaction.ts';

const BROKEN = 'RDKit fails to read it';

/**
 * Inputs are hostile: each is limited before it is read, and what is too large, empty or malformed is `Unreadable`. It
 * can take minutes nevertheless: servers use threads (`createThreads`).
 */
export function createChemistry() {
  const use = createRdkitInstance();
  const answer =
    <Values extends unknown[], Result>(work: (rdkit: Rdkit, ...values: Values) => Result) =>
    async (...values: Values): Promise<Result | Unreadable> => {
      try {
        return (await use((rdkit) => work(rdkit, ...values))) ?? { message: BROKEN };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { message, ...place } = error;
        return { message, ...place };
      }
    };
  return {
    draw: answer(draw),
    readQuery: answer(readQuery),
    matchSubstructure: answer(matchSubstructure),
    drawMatch: answer(drawMatch),
  };
}

export type Chemistry = ReturnType<typeof createChemistry>;

function draw(rdkit: Rdkit, { format, source }: StructureInput): Structure {
  if (format === 'reaction') return drawReaction(rdkit, source);
  using molecule = format === 'smiles' ? readSmiles(rdkit, source) : readMolblock(rdkit, source);
  // The InChI takes coordinates of a drawing for stereochemistry.
  const identity = identify(rdkit, molecule);
  const drawn = drawMolecule(rdkit, molecule);
  const { graph } = drawn;
  const formula = hillFormula(graph.atoms);
  const written = format === 'molfile' ? { molfile: source } : { smiles: source };
  const inexpressible = inexpressibleStereo(molecule.get_smiles(), graph, written);
  const properties = propertiesOf(molecule, graph);
  const isIdentified = identity !== null && inexpressible === null;
  return {
    ...svgOf(drawn),
    formula,
    ...(inexpressible !== null && { inexpressible }),
    molecule: isIdentified
      ? { ...identity, formula, molblock: writeMolblock(rdkit, molecule, graph, identity.inchi) }
      : null,
    computed: graph.atoms.some(({ symbol }) => symbol === '*')
      ? null
      : { properties, rdkitVersion: rdkit.module.version() },
  };
}

function propertiesOf(molecule: Mol, graph: MoleculeGraph): MoleculeProperties {
  const known: Record<string, number> = JSON.parse(molecule.get_descriptors());
  const all = PROPERTIES.map(([name, [descriptor]]) => [name, known[descriptor]]);
  const outside = isOrganic(graph) ? {} : { cLogP: null, tpsa: null };
  return { ...(Object.fromEntries(all) as MoleculeProperties), ...outside };
}

/**
 * V2000 that other programs read with the same InChI.
 *
 * @param inchi of the molecule before it had coordinates
 */
function writeMolblock(
  { module }: Rdkit,
  molecule: Mol,
  graph: MoleculeGraph,
  inchi: string,
): string {
  const molblock = molecule.get_v2Kmolblock();
  using read = module.get_mol(molblock);
  const isSame = read?.get_inchi() === inchi && !graph.atoms.some(({ isMetal }) => isMetal);
  return isSame ? molblock : withPlainBonds(molblock, graph);
}

/** CTfile formats, bond block: 3 as the stereo of a double bond is cis or trans, either. */
const EITHER = '  3';
const HEADER_LINES = 4;
/** Columns of a bond. */
const ORDER = [6, 9] as const;
const STEREO = [9, 12] as const;

/**
 * RDKit does not write that a double bond beside one with stereochemistry has none itself: its neighbours' coordinates
 * would then be read as such. Dative bonds are none of V2000: charges say the same.
 */
function withPlainBonds(molblock: string, { atoms, bonds, rings }: MoleculeGraph): string {
  const lines = molblock.split('\n').filter((line) => !line.startsWith('M  CHG'));
  const charges = atoms.map(({ chg }) => chg);
  // Smaller rings have room for cis alone, but InChI cuts those with a metal.
  const small = rings.filter((ring) => ring.length < 8 && !ring.some((at) => atoms[at]?.isMetal));
  for (const [index, { atoms: ends, stereo, bo }] of bonds.entries()) {
    const at = HEADER_LINES + atoms.length + index;
    const line = lines[at] ?? '';
    const [from, to] = ends;
    // An alkene as a ligand has no other way to be written.
    const isAlkene = atoms[from]?.symbol === 'C' && charges[from] === 0;
    if (bo === DATIVE && !isAlkene) {
      charges[from] = (charges[from] ?? 0) + 1;
      charges[to] = (charges[to] ?? 0) - 1;
      lines[at] = `${line.slice(0, ORDER[0])}  1${line.slice(ORDER[1])}`;
    }
    // Of the line: aromatic rings are written as single and double bonds, in either of two ways.
    const isDouble = Number(line.slice(...ORDER)) === 2;
    const hasSides = ends.every((end) => (atoms[end]?.neighbours.length ?? 0) > 1);
    const isInSmallRing = small.some((ring) => ends.every((end) => ring.includes(end)));
    if (!isDouble || stereo !== 'unspecified' || !hasSides || isInSmallRing) continue;
    lines[at] = line.slice(0, STEREO[0]) + EITHER + line.slice(STEREO[1]);
  }
  const charged = charges.flatMap((charge, index) => {
    return charge === 0 ? [] : `M  CHG  1${`${index + 1}`.padStart(4)}${`${charge}`.padStart(4)}`;
  });
  lines.splice(lines.indexOf('M  END'), 0, ...charged);
  return lines.join('\n');
}

/** UTF-16 code units. */
const MAX_QUERY = 200;

/** Stereochemistry that a query has counts, also that of double bonds. */
const MATCHING = JSON.stringify({ useChirality: true });

function readQuery(rdkit: Rdkit, query: string, mode: 'molecule' | 'substructure') {
  if (query.length > MAX_QUERY) {
    throw new Refusal(`${query.length} characters; at most ${MAX_QUERY} can be searched for`);
  }
  if (mode === 'molecule') {
    using molecule = readSmiles(rdkit, query);
    const inchi = identify(rdkit, molecule)?.inchi ?? null;
    return { inchi, svg: svgOf(drawMolecule(rdkit, molecule)).svg };
  }
  using pattern = readPattern(rdkit, query);
  using molecule = NEEDS_SMARTS.test(query) ? null : smilesOrNull(rdkit, query);
  return { inchi: null, svg: svgOf(drawMolecule(rdkit, molecule ?? pattern)).svg };
}

/** Which of the candidates, as SMILES, contain the query. @throws Refusal */
export function matchSubstructure(
  rdkit: Rdkit,
  query: string,
  candidates: readonly string[],
): boolean[] {
  using pattern = readPattern(rdkit, query);
  return candidates.map((candidate) => {
    using molecule = rdkit.module.get_mol(candidate);
    return molecule !== null && molecule.get_substruct_match(pattern, MATCHING) !== '{}';
  });
}

function drawMatch(rdkit: Rdkit, query: string, smiles: string) {
  using pattern = readPattern(rdkit, query);
  using molecule = rdkit.module.get_mol(smiles);
  if (molecule === null) throw new Refusal(BROKEN);
  return svgOf(drawMolecule(rdkit, molecule, allMatches(molecule, pattern)));
}

/**
 * A substructure as chemists mean it: SMILES with aromaticity perceived and free valences open,
 * else SMARTS. RDKit itself takes a bracket atom without hydrogens for a radical.
 */
function readPattern(rdkit: Rdkit, query: string): Mol {
  using molecule = smilesOrNull(rdkit, query);
  // What is neither is refused as SMILES.
  if (molecule === null) return readSmarts(rdkit, query) ?? readSmiles(rdkit, query);
  const isPattern = NEEDS_SMARTS.test(query) && !isKekule(molecule, query);
  const opened = molecule.get_smarts().replace(/\[#0(?::\d+)?\]/g, '*');
  const pattern = isPattern ? readSmarts(rdkit, query) : rdkit.module.get_qmol(opened);
  if (pattern === null) throw new Refusal(BROKEN);
  return pattern;
}

function smilesOrNull(rdkit: Rdkit, query: string): Mol | null {
  try {
    return readSmiles(rdkit, query);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * What RDKit also reads in SMILES, but then matches nothing or too much: operators, any atom, and hydrogens where SMILES
 * has them without brackets (`[NH2]`).
 */
const NEEDS_SMARTS = /[~!&;,$*]|\[[^\]]*#\d|\[(?:Cl|Br|[BCNOPSFI])(?:H\d?)?\]/;

/** Returns true for aromatic rings written as alternating bonds, which SMARTS takes literally. */
function isKekule(molecule: Mol, query: string): boolean {
  const isAromatic = /"aromaticAtoms":\[\d/.test(molecule.get_json());
  return isAromatic && !/[bcnops]/.test(query.replace(/[A-Z][a-z]?/g, ''));
}

function readSmarts({ module }: Rdkit, query: string): Mol | null {
  const smarts = query.trim();
  // RDKit reads an empty query, and a molfile, as such.
  const isLimited = smarts !== '' && smarts.length <= MAX_QUERY && !/[\r\n]|M {2}END/.test(smarts);
  return isLimited ? module.get_qmol(smarts) : null;
}

function allMatches(molecule: Mol, pattern: Mol): Match {
  const read: unknown = JSON.parse(molecule.get_substruct_matches(pattern, MATCHING));
  const matches: Partial<Match>[] = Array.isArray(read) ? read : [];
  const all = (key: keyof Match) => [...new Set(matches.flatMap((match) => match[key] ?? []))];
  return { atoms: all('atoms'), bonds: all('bonds') };
}

export type Rdkit = {
  module: MainModule;
  log: Log;
};

/**
 * Loads RDKit at the first call: 130 ms and 68 MB. Returns null when the work failed within RDKit.
 * After a trap every later call fails, so the instance is discarded, and the next call has a fresh
 * one.
 */
export function createRdkitInstance() {
  let loading: Promise<Rdkit> | undefined;
  return async function use<T>(work: (rdkit: Rdkit) => T): Promise<T | null> {
    loading ??= loadRdkit();
    const own = loading;
    const rdkit = await own;
    // Another call that waited for the same instance may have broken it.
    if (loading !== own) return use(work);
    try {
      rdkit.log.clear_buffer();
      return work(rdkit);
    } catch (error) {
      if (!isOfWebAssembly(error)) throw error;
      loading = undefined;
      return null;
    }
  };
}

/** A trap, an exception of C++, or the error of a handle that could not be deleted after one of them. */
function isOfWebAssembly(error: unknown): boolean {
  return (
    error instanceof WebAssembly.RuntimeError ||
    error instanceof WebAssembly.Exception ||
    (error instanceof Error && /^(BindingError|SuppressedError)$/.test(error.name))
  );
}

async function loadRdkit(): Promise<Rdkit> {
  const { default: initialize } = await import('@rdkit/rdkit');
  const silent = () => undefined;
  // InChI prints warnings.
  const module = await initialize({ print: silent, printErr: silent });
  const log = module.set_log_capture('rdApp.error');
  if (log === null) throw new Error('RDKit has no log of errors');
  return { module, log };
}

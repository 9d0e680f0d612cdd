import { fail, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { capitalized } from '../../text/finding.ts';
import { areStereoisomers, type Unreadable } from '../chemistry/chemistry.ts';
import { type IndexedMolecule, readMoleculeIndex } from './molecule-index.ts';

export const SEARCH_MODES = ['exact', 'substructure'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** Characters of a query. */
export const MAX_QUERY_LENGTH = 200;

export type MoleculeSearch = {
  /** SMILES; SMARTS for a substructure; or a name, a part of one, an InChIKey or an InChI of a molecule. */
  q: string;
  mode: SearchMode;
};

export type MoleculeMatches = {
  /** Best first. */
  matches: MoleculeMatch[];
  /** How many of the molecules that may match were looked at; fewer than all if that took too long, or there are too many. */
  examined: number;
  candidates: number;
  /** The drawing of the query; null for a name or key. */
  svg: string | null;
};

type Found = Omit<MoleculeMatches, 'svg'>;

export const SEARCH_LIMITS = {
  /**
   * Milliseconds of a search of substructures, with what it waits for others. A thread ends a batch earlier whose query
   * takes it too long.
   */
  time: 10_000,
  /** Candidates of one call of `matchSubstructure`. */
  batch: 200,
  /** Candidates of a search: the others are not looked at. */
  candidates: 2_000,
};

/** What is no SMILES for sure: words with a letter that SMILES have in brackets alone. */
const NAME = /^(?=.*[ad-kmqt-z])(?=.*\p{L}{4})[\p{L}\d ,'’-]+$/u;

const INCHIKEY = /^[A-Z]{14}-[A-Z]{10}-[A-Z]$/i;

/** Fails as `invalid`, with the reason, for what is neither a structure nor the name of a molecule. */
export async function findMolecules(
  site: Site,
  search: MoleculeSearch,
  limits = SEARCH_LIMITS,
): Promise<Result<MoleculeMatches>> {
  const q = search.q.trim();
  if (q === '') return invalid(NO_QUERY);
  const molecules = await readMoleculeIndex(site);
  const key = keyOf(q, molecules);
  if (key !== undefined) return succeed(whole(matchKey(molecules, key)));
  const found = await findStructure(site, { ...search, q }, molecules, limits);
  const isFound = found.ok && found.value.matches.length > 0;
  const named = matchName(molecules, q, isFound ? 'whole' : 'part');
  if (!found.ok) return named.length > 0 ? succeed(whole(named)) : found;
  return succeed(search.mode === 'exact' ? addMatches(found.value, named) : found.value);
}

async function findStructure(
  site: Site,
  { q, mode }: MoleculeSearch,
  molecules: readonly IndexedMolecule[],
  limits: typeof SEARCH_LIMITS,
): Promise<Result<MoleculeMatches>> {
  if (q.length > MAX_QUERY_LENGTH) return invalid(TOO_LONG);
  const kind = mode === 'substructure' ? 'substructure' : 'molecule';
  // Limited by the chemistry itself: the first one waits until RDKit is loaded.
  const read = await site.searchChemistry(NEVER).readQuery(q, kind);
  if ('message' in read) return unreadable(read, q);
  const { svg, inchikey } = read;
  if (mode === 'exact') {
    return inchikey === null
      ? invalid(NO_INCHI)
      : succeed({ ...whole(matchKey(molecules, inchikey)), svg });
  }
  const found = await findContaining(site, q, smallestFirst(molecules), limits);
  return 'message' in found ? invalid(sentence(found.message)) : succeed({ ...found, svg });
}

/** Looks in batches: between two of them, other requests run and the time is looked at. */
async function findContaining(
  { searchChemistry }: Site,
  q: string,
  candidates: readonly IndexedMolecule[],
  limits: typeof SEARCH_LIMITS,
): Promise<Found | Unreadable> {
  const signal = AbortSignal.timeout(limits.time);
  const matching = searchChemistry(signal);
  const matches: MoleculeMatch[] = [];
  const examined = Math.min(candidates.length, limits.candidates);
  for (let start = 0; start < examined; start += limits.batch) {
    const batch = candidates.slice(start, Math.min(start + limits.batch, examined));
    // Parsed in half the time of molblocks.
    const smiles = batch.map((molecule) => molecule.smiles);
    const contain = await untilAborted(signal, matching.matchSubstructure(q, smiles));
    if (contain === null || 'isTooSlow' in contain) {
      return { matches, examined: start, candidates: candidates.length };
    }
    if ('message' in contain) return contain;
    matches.push(...batch.filter((_, at) => contain[at]).map(containing));
  }
  return { matches, examined, candidates: candidates.length };
}

const NEVER = new AbortController().signal;

/** Reads an InChIKey, or the InChI of a molecule. */
function keyOf(q: string, molecules: readonly IndexedMolecule[]): string | undefined {
  return INCHIKEY.test(q) ? q.toUpperCase() : molecules.find(({ inchi }) => inchi === q)?.inchikey;
}

function containing({ inchikey }: IndexedMolecule): MoleculeMatch {
  return { inchikey, kind: 'contains' };
}

/** Matches of a search that looked at all there was to look at. */
function whole(matches: MoleculeMatch[]): MoleculeMatches {
  return { matches, examined: matches.length, candidates: matches.length, svg: null };
}

/** Some words are SMILES too: what is called so comes first. */
function addMatches(found: MoleculeMatches, named: readonly MoleculeMatch[]): MoleculeMatches {
  const keys = new Set(named.map(({ inchikey }) => inchikey));
  const others = found.matches.filter(({ inchikey }) => !keys.has(inchikey));
  return { ...whole([...named, ...others]), svg: found.svg };
}

const NO_QUERY = 'Enter a structure as SMILES, such as CC(=O)Oc1ccccc1C(=O)O for aspirin.';
const TOO_LONG = `A query can have at most ${MAX_QUERY_LENGTH} characters.`;
const NO_INCHI =
  'This has no InChI, for example because of an atom *. Search for it as a substructure instead.';

function unreadable({ message }: Unreadable, q: string): Result<never> {
  return NAME.test(q)
    ? invalid(`No molecule here is called “${q}”.`, 'name')
    : invalid(sentence(message));
}

/** Messages begin in lower case, since the editor puts a line number before them. */
function sentence(message: string): string {
  const text = capitalized(message);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function invalid(msg: string, type = 'structure'): Result<never> {
  return fail({ kind: 'invalid', issues: [{ loc: ['query', 'q'], msg, type }] });
}

/** The result of a task; null when `signal` aborts before it is there. */
export async function untilAborted<T>(signal: AbortSignal, task: Promise<T>): Promise<T | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>();
  const end = () => resolve(null);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([
      task.catch((error: unknown) => {
        // What was aborted fails.
        if (signal.aborted) return null;
        throw error;
      }),
      aborted,
    ]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

export type MoleculeMatch = {
  inchikey: string;
  /** `stereoisomer`: the same atoms and bonds, but other stereochemistry or isotopes. */
  kind: 'same' | 'stereoisomer' | 'contains' | 'named';
};

/** The molecule with a key, then its stereoisomers. */
function matchKey(molecules: readonly IndexedMolecule[], inchikey: string): MoleculeMatch[] {
  const found = molecules
    .map((molecule) => molecule.inchikey)
    .filter((key) => areStereoisomers(key, inchikey))
    .sort((a, b) => Number(b === inchikey) - Number(a === inchikey) || byText(a, b));
  return found.map((key) => ({
    inchikey: key,
    kind: key === inchikey ? 'same' : 'stereoisomer',
  }));
}

/** Molecules with a name, then those of whose names it is a part, whatever the letter case. */
function matchName(
  molecules: readonly IndexedMolecule[],
  q: string,
  how: 'whole' | 'part',
): MoleculeMatch[] {
  const wanted = q.toLowerCase();
  const isCalled = ({ names }: IndexedMolecule) => names.includes(wanted);
  return molecules
    .filter(({ names }) =>
      names.some((name) => name === wanted || (how === 'part' && name.includes(wanted))),
    )
    .sort((a, b) => Number(isCalled(b)) - Number(isCalled(a)) || byText(a.inchikey, b.inchikey))
    .map(({ inchikey }) => ({ inchikey, kind: 'named' }));
}

/** The smallest first: of those that contain a structure, they are the most like it. */
function smallestFirst(molecules: readonly IndexedMolecule[]): IndexedMolecule[] {
  return molecules.toSorted(
    (a, b) => a.heavyAtoms - b.heavyAtoms || byText(a.inchikey, b.inchikey),
  );
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

import { fail, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { capitalized } from '../../text/finding.ts';
import { relationOf, type Unreadable } from '../chemistry/chemistry.ts';
import { matchName, type PublicMolecule, publicMolecules } from './molecules.ts';

export const SEARCH_MODES = ['exact', 'substructure'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

export const MAX_QUERY_LENGTH = 200;

export type MoleculeSearch = {
  /** SMILES; SMARTS for a substructure; or a name, a part of one, an InChIKey or an InChI of a molecule. */
  q: string;
  mode: SearchMode;
};

export type MatchKind = 'same' | 'stereoisomer' | 'isotopologue' | 'contains' | 'named';
export type FoundMolecule = PublicMolecule & { kind: MatchKind };
/** `kind` says why a search found it; in the list of all molecules there is none. */
export type DrawnMolecule = PublicMolecule & { kind?: MatchKind; svg: string | null };

export type FoundMolecules = {
  /** Best first. */
  molecules: FoundMolecule[];
  /** Fewer than all if that took too long, or there are too many. */
  examined: number;
  candidates: number;
  /** The drawing of the query; null for a name or key. */
  svg: string | null;
};

export const SEARCH_LIMITS = {
  /**
   * Milliseconds of a search of substructures, with what it waits for others. A thread ends a batch earlier whose query
   * takes it too long.
   */
  time: 10_000,
  batch: 200,
  candidates: 2_000,
};

/** The limit for all drawings of a page, which take a busy server up to a second for ten. */
const HIGHLIGHT_MS = 4_000;

/** Words with a letter that SMILES have in brackets alone. */
const NAME = /^(?=.*[ad-kmqt-z])(?=.*\p{L}{4})[\p{L}\d ,'’-]+$/u;

const INCHIKEY = /^[A-Z]{14}-[A-Z]{10}-[A-Z]$/i;

/** Fails as `invalid`, with the reason, for what is neither a structure nor the name of a molecule. */
export async function searchMolecules(
  site: Site,
  search: MoleculeSearch,
  limits = SEARCH_LIMITS,
): Promise<Result<FoundMolecules>> {
  const q = search.q.trim();
  if (q === '') return invalid(NO_QUERY);
  const all = await publicMolecules(site);
  const key = q.toUpperCase();
  const known = all.find(({ inchikey, inchi }) => inchikey === key || inchi === q);
  if (known !== undefined) return succeed(allExamined(matchInchi(all, known.inchi)));
  if (INCHIKEY.test(q)) return succeed(allExamined([]));
  const found = await findStructure(site, { ...search, q }, all, limits);
  const isFound = found.ok && found.value.molecules.length > 0;
  const named = matchName(all, q);
  // Some words are SMILES too: what is called so comes first.
  const words = ofKind('named', isFound ? named : [...new Set([...named, ...matchPart(all, q)])]);
  if (!found.ok) return words.length > 0 ? succeed(allExamined(words)) : found;
  if (search.mode === 'substructure') return found;
  const others = found.value.molecules.filter((other) =>
    words.every(({ inchikey }) => inchikey !== other.inchikey),
  );
  return succeed({ ...allExamined([...words, ...others]), svg: found.value.svg });
}

async function findStructure(
  site: Site,
  { q, mode }: MoleculeSearch,
  all: readonly PublicMolecule[],
  limits: typeof SEARCH_LIMITS,
): Promise<Result<FoundMolecules>> {
  if (q.length > MAX_QUERY_LENGTH) return invalid(TOO_LONG);
  const kind = mode === 'substructure' ? mode : 'molecule';
  // Limited by the chemistry itself: the first one waits until RDKit is loaded.
  const read = await site.searchChemistry(new AbortController().signal).readQuery(q, kind);
  if ('message' in read) {
    return invalid(NAME.test(q) ? `No molecule here is called “${q}”.` : sentence(read.message));
  }
  const { svg, inchi } = read;
  if (mode === 'exact') {
    return inchi === null
      ? invalid(NO_INCHI)
      : succeed({ ...allExamined(matchInchi(all, inchi)), svg });
  }
  const found = await findContaining(site, q, all, limits);
  return 'message' in found ? invalid(sentence(found.message)) : succeed({ ...found, svg });
}

/**
 * Smallest molecules first, in batches: between two, other requests run and the time is checked.
 */
async function findContaining(
  { searchChemistry }: Site,
  q: string,
  all: readonly PublicMolecule[],
  { time, batch, candidates: most }: typeof SEARCH_LIMITS,
): Promise<Omit<FoundMolecules, 'svg'> | Unreadable> {
  const signal = AbortSignal.timeout(time);
  const matching = searchChemistry(signal);
  const candidates = all
    .toSorted((a, b) => a.smiles.length - b.smiles.length || byKey(a, b))
    .slice(0, most);
  const found: PublicMolecule[] = [];
  let examined = 0;
  while (examined < candidates.length) {
    const next = candidates.slice(examined, examined + batch);
    const smiles = next.map((molecule) => molecule.smiles);
    const contain = await inTime(signal, () => matching.matchSubstructure(q, smiles));
    if (contain === null) break;
    if ('message' in contain) return contain;
    found.push(...next.filter((_, at) => contain[at]));
    examined += next.length;
  }
  return { molecules: ofKind('contains', found), examined, candidates: all.length };
}

function ofKind(kind: MatchKind, molecules: readonly PublicMolecule[]): FoundMolecule[] {
  return molecules.map((molecule) => ({ ...molecule, kind }));
}

const byKey = (a: PublicMolecule, b: PublicMolecule) => (a.inchikey < b.inchikey ? -1 : 1);

function matchInchi(all: readonly PublicMolecule[], inchi: string): FoundMolecule[] {
  const kinds = Map.groupBy(all.toSorted(byKey), (molecule) => relationOf(molecule.inchi, inchi));
  return (['same', 'stereoisomer', 'isotopologue'] as const).flatMap((kind) =>
    ofKind(kind, kinds.get(kind) ?? []),
  );
}

function matchPart(all: readonly PublicMolecule[], q: string): PublicMolecule[] {
  const part = q.toLowerCase();
  return all.filter(({ names }) => names.some((name) => name.toLowerCase().includes(part)));
}

export function allExamined<M extends PublicMolecule>(molecules: M[]) {
  return { molecules, examined: molecules.length, candidates: molecules.length, svg: null };
}

/**
 * `svg` is null for those that cannot be drawn.
 *
 * @param query what is highlighted, as far as there is time; null for nothing
 */
export async function drawMolecules<Drawable extends { smiles: string }>(
  site: Site,
  molecules: readonly Drawable[],
  query: string | null = null,
): Promise<(Drawable & { svg: string | null })[]> {
  const drawings: (Drawable & { svg: string | null })[] = [];
  const signal = AbortSignal.timeout(HIGHLIGHT_MS);
  const highlighting = site.searchChemistry(signal);
  for (const molecule of molecules) {
    const source = molecule.smiles;
    const drawn =
      (query !== null && (await inTime(signal, () => highlighting.drawMatch(query, source)))) ||
      (await site.chemistry.draw({ format: 'smiles', source }));
    drawings.push({ ...molecule, svg: 'svg' in drawn ? drawn.svg : null });
  }
  return drawings;
}

const NO_QUERY = 'Enter a structure as SMILES, such as CC(=O)Oc1ccccc1C(=O)O for aspirin.';
const TOO_LONG = `A query can have at most ${MAX_QUERY_LENGTH} characters.`;
const NO_INCHI =
  'This has no InChI, for example because of an atom *. Search for it as a substructure instead.';

/** Messages begin in lower case, since the editor puts a line number before them. */
function sentence(message: string): string {
  const text = capitalized(message);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function invalid(msg: string): Result<never> {
  return fail({ kind: 'invalid', issues: [{ loc: ['query', 'q'], msg, type: 'structure' }] });
}

/** Null for what a thread gave up, or was aborted. */
async function inTime<T extends object>(signal: AbortSignal, task: () => Promise<T>) {
  if (signal.aborted) return null;
  const result = await task().catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  return result === null || 'isTooSlow' in result ? null : result;
}

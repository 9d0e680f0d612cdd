import type { Database } from '../../../db/connect.ts';
import { fail, type Result, succeed } from '../../../failure.ts';
import type { Chemistry, MoleculeQuery, Unreadable } from '../chemistry/chemistry.ts';
import { type MoleculeMatch, matchKey, matchSimilar, screen } from './match-molecules.ts';
import { createMoleculeIndex, type IndexedMolecule } from './molecule-index.ts';
import { untilAborted } from './until-aborted.ts';

export const SEARCH_MODES = ['exact', 'substructure', 'similarity'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** Characters of a query. */
export const MAX_QUERY_LENGTH = 200;

/** The least Tanimoto coefficient; below a tenth, everything is similar. */
export const THRESHOLD = { min: 0.1, max: 1, default: 0.5 } as const;

export type MoleculeSearch = {
  /** SMILES; SMARTS for a substructure; for an exact match, also an InChIKey. */
  q: string;
  mode: SearchMode;
  /** For a similarity: the least Tanimoto coefficient of the Morgan fingerprints. */
  threshold?: number | undefined;
};

export type MoleculeMatches = {
  /** Best first. */
  matches: MoleculeMatch[];
  /** True if not everything was looked at: there were too many candidates, or it took too long. */
  isTruncated: boolean;
  /** The drawing of the query; null for an InChIKey. */
  svg: string | null;
};

type Found = Omit<MoleculeMatches, 'svg'>;

const LIMITS = {
  /** Molecules that are compared with a substructure, atom by atom. */
  candidates: 2_000,
  /** Milliseconds. */
  time: 2_000,
  /** Candidates of one call of `matchSubstructure`. */
  batch: 200,
};

export type MoleculeSearchDeps = {
  db: Pick<Database, 'query'>;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  /** What computes for a search until a signal aborts. */
  searchChemistry: (signal: AbortSignal) => Chemistry;
  /** For tests. */
  searchLimits?: typeof LIMITS;
};

/** Of an InChIKey, which exact search alone takes. */
const NO_FINGERPRINTS = { patternFingerprint: '', morganFingerprint: '', morganBits: 0 };

type ReadQuery = Omit<MoleculeQuery, 'svg'> & Pick<MoleculeMatches, 'svg'>;

const INCHIKEY = /^[A-Z]{14}-[A-Z]{10}-[A-Z]$/i;

/** Searches the molecules of public posts: published ones that are due. */
export function createMoleculeSearch(deps: MoleculeSearchDeps) {
  const { db, now, searchChemistry, searchLimits: limits = LIMITS } = deps;
  const index = createMoleculeIndex(db);

  /** Fails as `invalid`, with the reason, for what is no structure. */
  async function findMolecules({
    mode,
    threshold = THRESHOLD.default,
    ...search
  }: MoleculeSearch): Promise<Result<MoleculeMatches>> {
    const q = search.q.trim();
    const refusal = refuseLength(q);
    if (refusal !== null) return refusal;
    const [read, { molecules, isPartial }] = await Promise.all([readQuery(q, mode), visible()]);
    if (!read.ok) return read;
    const { svg, inchikey } = read.value;
    if (mode === 'substructure') {
      const found = await findContaining(q, screen(molecules, read.value));
      if ('message' in found) return invalid(sentence(found.message));
      return succeed({ ...found, isTruncated: isPartial || found.isTruncated, svg });
    }
    const matches =
      mode === 'similarity'
        ? matchSimilar(molecules, read.value, threshold)
        : matchKey(molecules, inchikey ?? '');
    return succeed({ matches, isTruncated: isPartial, svg });
  }

  /** Limited by the chemistry itself: the first one waits until RDKit is loaded. */
  async function readQuery(q: string, mode: SearchMode): Promise<Result<ReadQuery>> {
    if (mode === 'exact' && INCHIKEY.test(q)) {
      return succeed({ ...NO_FINGERPRINTS, inchikey: q.toUpperCase(), svg: null });
    }
    const kind = mode === 'substructure' ? 'substructure' : 'molecule';
    const read = await searchChemistry(NEVER).readQuery(q, kind);
    if ('message' in read) return invalid(sentence(read.message));
    return mode === 'exact' && read.inchikey === null ? invalid(NO_INCHI) : succeed(read);
  }

  async function visible(): Promise<{ molecules: IndexedMolecule[]; isPartial: boolean }> {
    const { molecules, isPartial } = await index.load();
    const due = now();
    return { molecules: molecules.filter(({ date }) => date <= due), isPartial };
  }

  /** In batches: between two of them, other requests run and the time is looked at. */
  async function findContaining(
    q: string,
    candidates: readonly IndexedMolecule[],
  ): Promise<Found | Unreadable> {
    const signal = AbortSignal.timeout(limits.time);
    const matching = searchChemistry(signal);
    const matches: MoleculeMatch[] = [];
    const end = Math.min(candidates.length, limits.candidates);
    for (let start = 0; start < end; start += limits.batch) {
      const batch = candidates.slice(start, Math.min(start + limits.batch, end));
      // Parsed in half the time of molblocks.
      const smiles = batch.map((candidate) => candidate.smiles);
      const contain = await untilAborted(signal, matching.matchSubstructure(q, smiles));
      if (contain === null) return { matches, isTruncated: true };
      if ('message' in contain) return contain;
      for (const { inchikey } of batch.filter((_, at) => contain[at])) {
        matches.push({ inchikey, kind: 'contains', similarity: null });
      }
    }
    return { matches, isTruncated: end < candidates.length };
  }

  return { findMolecules };
}

const NEVER = new AbortController().signal;

const NO_QUERY = 'Write a structure as SMILES, such as CC(=O)Oc1ccccc1C(=O)O for aspirin.';
const TOO_LONG = `A structure to look for has at most ${MAX_QUERY_LENGTH} characters.`;
const NO_INCHI =
  'This has no InChI, for instance because of an atom *: look for it as a substructure instead.';

function refuseLength(q: string): Result<never> | null {
  if (q === '') return invalid(NO_QUERY);
  return q.length > MAX_QUERY_LENGTH ? invalid(TOO_LONG) : null;
}

/** A message begins in lower case where it is told after a line number. */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function invalid(msg: string): Result<never> {
  return fail({ kind: 'invalid', issues: [{ loc: ['query', 'q'], msg, type: 'structure' }] });
}

import { type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import type { Structure, Unreadable } from '../chemistry/chemistry.ts';
import { type ListedMolecule, readMolecules } from './molecule-reading.ts';
import {
  findMolecules,
  type MoleculeMatch,
  type MoleculeMatches,
  type MoleculeSearch,
  untilAborted,
} from './molecule-search.ts';

export type FoundMolecule = ListedMolecule & Omit<MoleculeMatch, 'inchikey'>;

export type FoundMolecules = Omit<MoleculeMatches, 'matches'> & {
  molecules: FoundMolecule[];
  /** All matches. */
  total: number;
};

/** The limit for all drawings of a page, which take a busy server up to a second for ten. */
const HIGHLIGHT_MS = 4_000;

/** A page of the molecules that match, best first. Fails as `invalid` for what is not a structure. */
export async function searchMolecules(
  site: Site,
  search: MoleculeSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<Result<FoundMolecules>> {
  const found = await findMolecules(site, search);
  if (!found.ok) return found;
  const { matches, ...rest } = found.value;
  const page = new Map(
    matches.slice(offset, offset + limit).map((match) => [match.inchikey, match]),
  );
  const listed = await readMolecules(site, [...page.keys()]);
  const molecules = listed.flatMap((molecule) => {
    const match = page.get(molecule.molecule.inchikey);
    if (match === undefined) return [];
    return [{ ...molecule, kind: match.kind }];
  });
  return succeed({ molecules, total: matches.length, ...rest });
}

/** Draws molblocks as SVG, null for those that cannot be drawn. */
export async function drawMolecules(
  { chemistry }: Site,
  molblocks: readonly string[],
): Promise<(string | null)[]> {
  const drawn = await chemistry.draw(molblocks.map((source) => ({ format: 'molfile', source })));
  return drawn.map(svgOf);
}

/** Draws molblocks with what matches a query highlighted, without it those for which that takes too long. */
export async function drawMatches(
  site: Site,
  q: string,
  molblocks: readonly string[],
): Promise<(string | null)[]> {
  const signal = AbortSignal.timeout(HIGHLIGHT_MS);
  const highlighting = site.searchChemistry(signal);
  const drawings: (string | null)[] = [];
  for (const molblock of molblocks) {
    const drawn = await untilAborted(signal, highlighting.drawMatch(q, molblock));
    if (drawn === null || 'isTooSlow' in drawn) break;
    drawings.push(svgOf(drawn));
  }
  return [...drawings, ...(await drawMolecules(site, molblocks.slice(drawings.length)))];
}

function svgOf(drawn: Pick<Structure, 'svg'> | Unreadable): string | null {
  return 'svg' in drawn ? drawn.svg : null;
}

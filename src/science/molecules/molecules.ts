import { type Result, succeed } from '../../server/failure.ts';
import type { Chemistry, Structure, Unreadable } from '../chemistry/chemistry.ts';
import type { MoleculeMatch } from './match-molecules.ts';
import { createMoleculeIndex, type PublicMoleculeDeps } from './molecule-index.ts';
import { createMoleculeReading, type ListedMolecule } from './molecule-reading.ts';
import {
  createMoleculeSearch,
  type MoleculeMatches,
  type MoleculeSearch,
  type MoleculeSearchDeps,
} from './molecule-search.ts';
import { untilAborted } from './until-aborted.ts';

export type FoundMolecule = ListedMolecule & Omit<MoleculeMatch, 'inchikey'>;

export type FoundMolecules = Omit<MoleculeMatches, 'matches'> & {
  molecules: FoundMolecule[];
  /** All matches. */
  total: number;
};

/** The limit for all drawings of a page, which take a busy server up to a second for ten. */
const HIGHLIGHT_MS = 4_000;

export type MoleculesDeps = PublicMoleculeDeps & MoleculeSearchDeps & { chemistry: Chemistry };

export type Molecules = ReturnType<typeof createMolecules>;

/** The molecules of public posts and of the site's pages: to find, to read and to draw. */
export function createMolecules(deps: MoleculesDeps) {
  const { chemistry, searchChemistry } = deps;
  const index = createMoleculeIndex(deps);
  const { readMolecules, ...reading } = createMoleculeReading(index, deps);
  const { findMolecules } = createMoleculeSearch(index, deps);

  /** A page of the molecules that match, best first. Fails as `invalid` for what is not a structure. */
  async function searchMolecules(
    search: MoleculeSearch,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<Result<FoundMolecules>> {
    const found = await findMolecules(search);
    if (!found.ok) return found;
    const { matches, ...rest } = found.value;
    const page = new Map(
      matches.slice(offset, offset + limit).map((match) => [match.inchikey, match]),
    );
    const listed = await readMolecules([...page.keys()]);
    const molecules = listed.flatMap((molecule) => {
      const match = page.get(molecule.molecule.inchikey);
      if (match === undefined) return [];
      return [{ ...molecule, kind: match.kind }];
    });
    return succeed({ molecules, total: matches.length, ...rest });
  }

  /** Draws molblocks as SVG, null for those that cannot be drawn. */
  async function drawMolecules(molblocks: readonly string[]): Promise<(string | null)[]> {
    const drawn = await chemistry.draw(molblocks.map((source) => ({ format: 'molfile', source })));
    return drawn.map(svgOf);
  }

  /** Draws molblocks with what matches a query highlighted, without it those for which that takes too long. */
  async function drawMatches(q: string, molblocks: readonly string[]): Promise<(string | null)[]> {
    const signal = AbortSignal.timeout(HIGHLIGHT_MS);
    const highlighting = searchChemistry(signal);
    const drawings: (string | null)[] = [];
    for (const molblock of molblocks) {
      const drawn = await untilAborted(signal, highlighting.drawMatch(q, molblock));
      if (drawn === null || 'isTooSlow' in drawn) break;
      drawings.push(svgOf(drawn));
    }
    return [...drawings, ...(await drawMolecules(molblocks.slice(drawings.length)))];
  }

  return { ...reading, searchMolecules, drawMolecules, drawMatches };
}

function svgOf(drawn: Pick<Structure, 'svg'> | Unreadable): string | null {
  return 'svg' in drawn ? drawn.svg : null;
}

import './molecules.css';
import { data } from 'react-router';
import { hero, list, search } from '../../../content/molecule-pages.ts';
import { seo } from '../../../content/molecules-seo.ts';
import { type PageContext, pageContext } from '../../../context.ts';
import type { PageHandle } from '../../../root.tsx';
import { countSearch } from '../../../server/limits/search-limit.ts';
import { Hero } from '../../../ui/hero.tsx';
import { countPages, ListHeading, listMeta } from '../../../ui/list-page.tsx';
import { NumberedPages } from '../../../ui/numbered-pages.tsx';
import { publicUrlFrom } from '../../../ui/seo.ts';
import { publicMolecules } from '../molecules.ts';
import { drawMolecules, searchMolecules } from '../search.ts';
import type { Route } from './+types/list.ts';
import { DrawTile, MoleculeGrid } from './card.tsx';
import { Results, type SearchOutcome } from './results.tsx';
import { parseSearch, SearchForm, type SearchQuery } from './search-form.tsx';

export const handle = { hydrate: false } satisfies PageHandle;

const PER_PAGE = 24;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseSearch(request);
  const page = context.get(pageContext);
  if (query.q !== '') {
    const outcome = await findMolecules(query, page);
    const status = { found: 200, refused: 422, 'too-many': 429 }[outcome.kind];
    return data({ query, outcome, molecules: [], total: 0 }, status);
  }
  const all = await publicMolecules(page.site);
  const shown = pageOf(all, query);
  const drawings = await drawMolecules(
    page.site,
    shown.map(({ smiles }) => smiles),
  );
  const molecules = shown.map((molecule, at) => {
    return { ...molecule, note: '', svg: drawings[at] ?? null };
  });
  return data({ query, outcome: null, molecules, total: all.length });
}

function pageOf<Molecule>(all: readonly Molecule[], { number }: SearchQuery): Molecule[] {
  return all.slice((number - 1) * PER_PAGE, number * PER_PAGE);
}

async function findMolecules(query: SearchQuery, page: PageContext): Promise<SearchOutcome> {
  const { site, clientIp, viewer, retryAfter } = page;
  const counted = countSearch(site, { ip: clientIp, isSignedIn: viewer !== null });
  if (!counted.ok) {
    if (counted.failure.kind === 'too-many') retryAfter(counted.failure.retryAfter);
    return { kind: 'too-many' };
  }
  const found = await searchMolecules(site, query);
  if (!found.ok) {
    const issues = 'issues' in found.failure ? found.failure.issues : [];
    return {
      kind: 'refused',
      message: issues.map(({ msg }) => msg).join(' '),
      isName: issues.some(({ type }) => type === 'name'),
    };
  }
  const { molecules, svg, examined, candidates } = found.value;
  const shown = pageOf(molecules, query);
  const drawings = await drawMolecules(
    site,
    shown.map(({ smiles }) => smiles),
    query.mode === 'substructure' ? query.q : null,
  );
  return {
    kind: 'found',
    svg,
    examined,
    candidates,
    total: molecules.length,
    containing:
      query.mode === 'exact' && molecules.length === 0 && svg !== null
        ? await countContaining(query.q, page)
        : 0,
    pages: countPages(molecules.length, PER_PAGE, query.number),
    molecules: shown.map((molecule, at) => {
      return { ...molecule, note: search.match[molecule.kind], svg: drawings[at] ?? null };
    }),
  };
}

/** How many molecules contain a structure, as far as the client may search a second time. */
async function countContaining(
  q: string,
  { site, clientIp, viewer }: PageContext,
): Promise<number> {
  const counted = countSearch(site, { ip: clientIp, isSignedIn: viewer !== null });
  if (!counted.ok) return 0;
  const found = await searchMolecules(site, { q, mode: 'substructure' });
  return found.ok ? found.value.molecules.length : 0;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const number = loaderData?.query.number ?? 1;
  const searchTitle = loaderData?.outcome == null ? null : search.pageTitle;
  return listMeta(seo, publicUrlFrom(matches), { number, searchTitle });
};

export default function Molecules({ loaderData }: Route.ComponentProps) {
  const { query, outcome, molecules, total } = loaderData;
  const error = outcome?.kind === 'refused' ? outcome.message : undefined;
  const count = total === 1 ? list.count.one : list.count.many;
  return (
    <>
      <Hero title={hero.title} lead={hero.lead} surface="molecules">
        <SearchForm query={query} error={error} />
      </Hero>
      <div className="page">
        {outcome !== null ? (
          <Results query={query} outcome={outcome} />
        ) : (
          <>
            <ListHeading title={list.title}>
              <p className="text-muted text-sm tabular-nums">
                {count.replace('{count}', total.toLocaleString('en'))}
              </p>
            </ListHeading>
            <div className="mt-8">
              <MoleculeGrid molecules={molecules} after={<DrawTile {...list.draw} />} />
            </div>
            <NumberedPages
              label={list.pages}
              previous={list.previous}
              next={list.next}
              number={query.number}
              pages={countPages(total, PER_PAGE, query.number)}
              path={seo.canonical}
            />
          </>
        )}
      </div>
    </>
  );
}

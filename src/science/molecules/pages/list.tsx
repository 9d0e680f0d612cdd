import { countSearch } from '../../../server/limits/search-limit.ts';
import { type ListedMolecule, publicMolecules } from '../molecule-reading.ts';
import { drawMatches, drawMolecules, type FoundMolecule, searchMolecules } from '../molecules.ts';
import './molecules.css';
import { data } from 'react-router';
import { hero, list, search } from '../../../content/molecule-pages.ts';
import { seo } from '../../../content/molecules-seo.ts';
import { type PageContext, pageContext } from '../../../context.ts';
import type { PageHandle } from '../../../root.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { countPages, ListHeading, listMeta } from '../../../ui/list-page.tsx';
import { NumberedPages } from '../../../ui/numbered-pages.tsx';
import { publicUrlFrom } from '../../../ui/seo.ts';
import type { Route } from './+types/list.ts';
import { type DrawnMolecule, DrawTile, MoleculeGrid, toDrawn } from './molecule-card.tsx';
import { Results, type SearchOutcome } from './results.tsx';
import { SearchForm } from './search-form.tsx';
import { parseSearch, type SearchQuery } from './search-query.ts';

export const handle = { hydrate: false } satisfies PageHandle;

const PER_PAGE = 24;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseSearch(request);
  const page = context.get(pageContext);
  if (query.q !== '') {
    const outcome = await findMolecules(query, page);
    const status = { found: 200, refused: 422, 'too-many': 429 }[outcome.kind];
    return data({ query, outcome, molecules: [], total: 0, pages: 1 }, status);
  }
  const { site } = page;
  const offset = (query.number - 1) * PER_PAGE;
  const { molecules, total } = await publicMolecules(site, {
    limit: PER_PAGE,
    offset,
  });
  return data({
    query,
    outcome: null,
    molecules: await drawAll(site, molecules),
    total,
    pages: countPages(total, PER_PAGE, query.number),
  });
}

async function findMolecules(query: SearchQuery, page: PageContext): Promise<SearchOutcome> {
  const { site, clientIp, viewer, retryAfter } = page;
  const counted = await countSearch(site, { ip: clientIp, isSignedIn: viewer !== null });
  if (!counted.ok) {
    if (counted.failure.kind === 'too-many') retryAfter(counted.failure.retryAfter);
    return { kind: 'too-many' };
  }
  const offset = (query.number - 1) * PER_PAGE;
  const found = await searchMolecules(site, query, { limit: PER_PAGE, offset });
  if (!found.ok) {
    const { failure } = found;
    const issues = 'issues' in failure ? failure.issues : [];
    return {
      kind: 'refused',
      message: 'detail' in failure ? failure.detail : issues.map(({ msg }) => msg).join(' '),
      isName: issues.some(({ type }) => type === 'name'),
    };
  }
  const { molecules, total, examined, candidates, svg } = found.value;
  const isUnknown = query.mode === 'exact' && total === 0 && svg !== null;
  const drawn = await drawAll(site, molecules, query);
  return {
    kind: 'found',
    svg,
    total,
    containing: isUnknown ? await countContaining(query.q, page) : 0,
    examined,
    candidates,
    pages: countPages(total, PER_PAGE, query.number),
    molecules: drawn.map((molecule, at) => {
      return { ...molecule, match: (molecules[at] as FoundMolecule).kind };
    }),
  };
}

/** How many molecules contain a structure, as far as the client may search a second time. */
async function countContaining(
  q: string,
  { site, clientIp, viewer }: PageContext,
): Promise<number> {
  const counted = await countSearch(site, { ip: clientIp, isSignedIn: viewer !== null });
  if (!counted.ok) return 0;
  const search = { q, mode: 'substructure' } as const;
  const found = await searchMolecules(site, search, { limit: 0, offset: 0 });
  return found.ok ? found.value.total : 0;
}

async function drawAll(
  site: PageContext['site'],
  molecules: readonly ListedMolecule[],
  query?: SearchQuery,
): Promise<DrawnMolecule[]> {
  const molblocks = molecules.map(({ molecule }) => molecule.molblock);
  const drawings = await (query?.mode === 'substructure'
    ? drawMatches(site, query.q, molblocks)
    : drawMolecules(site, molblocks));
  return molecules.map((molecule, at) => toDrawn(molecule, drawings[at]));
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const number = loaderData?.query.number ?? 1;
  const searchTitle = loaderData?.outcome == null ? null : search.pageTitle;
  return listMeta(seo, publicUrlFrom(matches), { number, searchTitle });
};

export default function Molecules({ loaderData }: Route.ComponentProps) {
  const { query, outcome, molecules, total, pages } = loaderData;
  const error = outcome?.kind === 'refused' ? outcome.message : undefined;
  return (
    <>
      <Hero title={hero.title} lead={hero.lead} surface="molecules">
        <SearchForm query={query} error={error} />
      </Hero>
      <div className="page">
        {outcome === null ? (
          <AllMolecules molecules={molecules} total={total} number={query.number} pages={pages} />
        ) : (
          <Results query={query} outcome={outcome} />
        )}
      </div>
    </>
  );
}

type AllMoleculesProps = {
  molecules: readonly DrawnMolecule[];
  total: number;
  number: number;
  pages: number;
};

function AllMolecules({ molecules, total, number, pages }: AllMoleculesProps) {
  const count = total === 1 ? list.count.one : list.count.many;
  return (
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
        number={number}
        pages={pages}
        path={seo.canonical}
      />
    </>
  );
}

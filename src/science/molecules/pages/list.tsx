import './molecules.css';
import { data } from 'react-router';
import type { Services } from '../../../app/services.ts';
import { hero, list, search, seo } from '../../../content/molecule-pages.ts';
import { type PageContext, pageContext } from '../../../context.ts';
import type { PageHandle } from '../../../root.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { NumberedPages } from '../../../ui/numbered-pages.tsx';
import { canonicalUrl, pageMeta, publicUrlFrom } from '../../../ui/seo.ts';
import type { ListedMolecule } from '../molecule-reading.ts';
import type { FoundMolecule } from '../molecules.ts';
import type { Route } from './+types/list.ts';
import { type DrawnMolecule, MoleculeGrid, toDrawn } from './molecule-card.tsx';
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
  const { services } = page;
  const offset = (query.number - 1) * PER_PAGE;
  const { molecules, total } = await services.publicMolecules({ limit: PER_PAGE, offset });
  return data({
    query,
    outcome: null,
    molecules: await drawAll(services, molecules),
    total,
    pages: countPages(total, query.number),
  });
}

async function findMolecules(
  query: SearchQuery,
  { services, clientIp, viewer, retryAfter }: PageContext,
): Promise<SearchOutcome> {
  const counted = await services.countSearch({ ip: clientIp, isSignedIn: viewer !== null });
  if (!counted.ok) {
    if (counted.failure.kind === 'too-many') retryAfter(counted.failure.retryAfter);
    return { kind: 'too-many' };
  }
  const offset = (query.number - 1) * PER_PAGE;
  const found = await services.searchMolecules(query, { limit: PER_PAGE, offset });
  if (!found.ok) {
    const { failure } = found;
    const message =
      'issues' in failure ? failure.issues.map(({ msg }) => msg).join(' ') : failure.detail;
    return { kind: 'refused', message };
  }
  const { molecules, total, examined, candidates, svg } = found.value;
  const drawn = await drawAll(services, molecules, query);
  return {
    kind: 'found',
    svg,
    total,
    examined,
    candidates,
    pages: countPages(total, query.number),
    molecules: drawn.map((molecule, at) => {
      const { kind, similarity } = molecules[at] as FoundMolecule;
      return { ...molecule, match: kind, similarity };
    }),
  };
}

async function drawAll(
  services: Pick<Services, 'drawMolecules' | 'drawMatches'>,
  molecules: readonly ListedMolecule[],
  query?: SearchQuery,
): Promise<DrawnMolecule[]> {
  const molblocks = molecules.map(({ molecule }) => molecule.molblock);
  const drawings = await (query?.mode === 'substructure'
    ? services.drawMatches(query.q, molblocks)
    : services.drawMolecules(molblocks));
  return molecules.map((molecule, at) => toDrawn(molecule, drawings[at]));
}

/** @throws a 404 response for a page after the last */
function countPages(total: number, number: number): number {
  const pages = Math.max(1, Math.ceil(total / PER_PAGE));
  if (number > pages) throw data(null, { status: 404, statusText: 'Not Found' });
  return pages;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const publicUrl = publicUrlFrom(matches);
  if (loaderData?.outcome != null) {
    const title = `${search.pageTitle} | ${seo.title}`;
    const href = canonicalUrl(publicUrl, seo.canonical);
    return [
      ...pageMeta({ ...seo, title }, { publicUrl, noindex: true }),
      { tagName: 'link', rel: 'canonical', href },
    ];
  }
  const number = loaderData?.query.number ?? 1;
  const page = number === 1 ? seo : { ...seo, title: `${seo.title} (${number})` };
  return pageMeta(page, { publicUrl });
};

export default function Molecules({ loaderData }: Route.ComponentProps) {
  const { query, outcome, molecules, total, pages } = loaderData;
  const error = outcome?.kind === 'refused' ? outcome.message : undefined;
  return (
    <>
      <Hero title={hero.title} lead={hero.lead}>
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
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-ink border-b pb-3">
        <h2 className="font-medium">{list.title}</h2>
        <p className="text-muted text-sm tabular-nums">
          {count.replace('{count}', total.toLocaleString('en'))}
        </p>
      </div>
      <MoleculeGrid molecules={molecules} />
      {pages > 1 ? (
        <NumberedPages
          label={list.pages}
          previous={list.previous}
          next={list.next}
          number={number}
          pages={pages}
          path={seo.canonical}
        />
      ) : null}
    </>
  );
}

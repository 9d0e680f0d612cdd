import './molecules.css';
import { data } from 'react-router';
import { hero, list, search } from '../../../content/molecule-pages.ts';
import { seo } from '../../../content/molecules-seo.ts';
import { pageContext } from '../../../context.ts';
import type { PageHandle } from '../../../root.tsx';
import { countSearch } from '../../../server/limits/search-limit.ts';
import { Hero } from '../../../ui/hero.tsx';
import { countPages, ListHeading, ListNotice, listMeta } from '../../../ui/list-page.tsx';
import { NumberedPages } from '../../../ui/numbered-pages.tsx';
import { publicUrlFrom } from '../../../ui/seo.ts';
import { publicMolecules } from '../molecules.ts';
import { drawMolecules, searchMolecules } from '../search.ts';
import type { Route } from './+types/list.ts';
import { DrawTile, MoleculeGrid } from './card.tsx';
import { type Found, Results } from './results.tsx';
import { parseSearch, SearchForm } from './search-form.tsx';

export const handle = { hydrate: false } satisfies PageHandle;

const PER_PAGE = 24;
const NOTHING = { molecules: [], total: 0, pages: 1, found: null, notice: null, error: undefined };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseSearch(request);
  const { site, clientIp, viewer, retryAfter } = context.get(pageContext);
  const show = async (all: Awaited<ReturnType<typeof publicMolecules>>, match: string | null) => {
    const pages = countPages(all.length, PER_PAGE, query.number);
    const shown = all.slice((query.number - 1) * PER_PAGE, query.number * PER_PAGE);
    return { total: all.length, pages, molecules: await drawMolecules(site, shown, match) };
  };
  if (query.q === '') {
    return data({ ...NOTHING, query, ...(await show(await publicMolecules(site), null)) });
  }
  const spend = () => countSearch(site, { ip: clientIp, isSignedIn: viewer !== null });
  const counted = spend();
  if (!counted.ok) {
    if (counted.failure.kind === 'too-many') retryAfter(counted.failure.retryAfter);
    return data({ ...NOTHING, query, notice: search.tooMany }, 429);
  }
  const result = await searchMolecules(site, query);
  if (!result.ok) {
    const issues = 'issues' in result.failure ? result.failure.issues : [];
    const notice = issues.some(({ type }) => type === 'name') ? search.unknownName : search.refused;
    return data({ ...NOTHING, query, notice, error: issues.map(({ msg }) => msg).join(' ') }, 422);
  }
  const { molecules, ...looked } = result.value;
  const isPart = query.mode === 'substructure';
  // As far as the client may search a second time.
  const isMissing = !isPart && molecules.length === 0 && looked.svg !== null && spend().ok;
  const others = isMissing
    ? await searchMolecules(site, { q: query.q, mode: 'substructure' })
    : null;
  const containing = others?.ok ? others.value.molecules.length : 0;
  const shown = await show(molecules, isPart ? query.q : null);
  return data({ ...NOTHING, query, ...shown, found: { ...looked, containing } satisfies Found });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { number = 1, q = '' } = loaderData?.query ?? {};
  return listMeta(seo, publicUrlFrom(matches), {
    number,
    searchTitle: q === '' ? null : search.pageTitle,
  });
};

export default function Molecules({ loaderData }: Route.ComponentProps) {
  const { query, molecules, total, pages, found, notice, error } = loaderData;
  const count = total === 1 ? list.count.one : list.count.many;
  return (
    <>
      <Hero title={hero.title} lead={hero.lead} surface="molecules">
        <SearchForm query={query} error={error} />
      </Hero>
      <div className="page">
        {notice !== null ? <ListNotice {...notice} ways={[search.all]} /> : null}
        {found !== null ? <Results {...{ query, molecules, total, pages, found }} /> : null}
        {query.q === '' ? (
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
              pages={pages}
              path={seo.canonical}
            />
          </>
        ) : null}
      </div>
    </>
  );
}

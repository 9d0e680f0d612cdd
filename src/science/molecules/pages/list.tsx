import './molecules.css';
import { data } from 'react-router';
import { hero, list, molecule, search } from '../../../content/molecule-pages.ts';
import { seo } from '../../../content/molecules-seo.ts';
import { pageContext } from '../../../context.ts';
import type { PageHandle } from '../../../root.tsx';
import { countSearch } from '../../../server/limits/search-limit.ts';
import { Hero } from '../../../ui/hero.tsx';
import {
  countPages,
  ListHeading,
  ListNotice,
  listMeta,
  WholeList,
} from '../../../ui/list-page.tsx';
import { NumberedPages } from '../../../ui/numbered-pages.tsx';
import { publicUrlFrom } from '../../../ui/seo.ts';
import { publicMolecules } from '../molecules.ts';
import { drawMolecules, type FoundMolecules, searchMolecules } from '../search.ts';
import type { Route } from './+types/list.ts';
import { Drawing, MoleculeGrid } from './card.tsx';
import { parseSearch, SearchForm, type SearchQuery, searchPath } from './search-form.tsx';

export const handle = { hydrate: false } satisfies PageHandle;

/** What a search looked at. */
type Found = Omit<FoundMolecules, 'molecules'>;

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
  const counted = countSearch(site, { ip: clientIp, isSignedIn: viewer !== null });
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
  const { molecules, ...found } = result.value;
  const shown = await show(molecules, query.mode === 'substructure' ? query.q : null);
  return data({ ...NOTHING, query, ...shown, found: found satisfies Found });
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
        {found !== null ? <Results {...loaderData} found={found} /> : null}
        {query.q === '' ? (
          <>
            <ListHeading title={list.title}>
              <p className="text-muted text-sm tabular-nums">
                {count.replace('{count}', total.toLocaleString('en'))}
              </p>
            </ListHeading>
            <div className="mt-8">
              <MoleculeGrid molecules={molecules} />
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

type ResultsProps = Omit<Route.ComponentProps['loaderData'], 'found'> & { found: Found };

/** What a search found. */
function Results({ query: { q, mode, number }, molecules, total, pages, found }: ResultsProps) {
  const { examined, candidates, svg } = found;
  const truncated =
    examined < candidates
      ? search.truncated
          .replace('{examined}', examined.toLocaleString('en'))
          .replace('{candidates}', candidates.toLocaleString('en'))
      : null;
  const drawing = svg === null ? null : <Query q={q} svg={svg} />;
  if (total === 0) {
    const containers = {
      label: molecule.containing,
      href: searchPath({ q, mode: 'substructure' }),
    };
    return (
      <div className="grid gap-5 tablet:grid-cols-2 lg:grid-cols-3">
        <div className="max-tablet:-mb-10 lg:col-span-2">
          <ListNotice
            title={search.empty.title}
            hint={truncated ?? search.empty[mode]}
            ways={[...(mode === 'exact' && drawing ? [containers] : []), search.all]}
          />
        </div>
        {drawing && <div className="tablet:order-first">{drawing}</div>}
      </div>
    );
  }
  return (
    <>
      <ListHeading title={headingOf(mode, total)} hint={truncated}>
        <WholeList {...search.all} />
      </ListHeading>
      <div className="mt-8">
        <MoleculeGrid molecules={molecules} before={drawing && <li>{drawing}</li>} />
      </div>
      <NumberedPages
        label={search.pages}
        previous={search.better}
        next={search.worse}
        number={number}
        pages={pages}
        path={seo.canonical}
        query={{ q, mode }}
      />
    </>
  );
}

function Query({ q, svg }: { q: string; svg: string }) {
  return (
    <figure className="molecule-card molecule-query">
      <Drawing svg={svg} label={search.queryDrawing} />
      <figcaption className="border-line border-t px-5 py-4">
        <span className="display block text-xl">{search.query}</span>
        <p className="mt-1.5 text-muted text-sm">
          <code dir="ltr" className="line-clamp-2 break-all font-mono text-xs">
            {q}
          </code>
        </p>
      </figcaption>
    </figure>
  );
}

function headingOf(mode: SearchQuery['mode'], total: number): string {
  const { one, many } = search.results[mode];
  return total === 1 ? one : many.replace('{count}', total.toLocaleString('en'));
}

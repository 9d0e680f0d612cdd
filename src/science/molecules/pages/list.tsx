import { data } from 'react-router';
import { hero, list, molecule, search } from '../../../content/molecule-pages.ts';
import { seo } from '../../../content/molecules-seo.ts';
import { pageContext } from '../../../context.ts';
import type { PageHandle } from '../../../root.tsx';
import { succeed } from '../../../server/failure.ts';
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
import { allExamined, drawMolecules, searchMolecules } from '../search.ts';
import type { Route } from './+types/list.ts';
import { CARD, Drawing, MoleculeGrid } from './card.tsx';
import { parseSearch, SearchForm, type SearchQuery, searchPath } from './search-form.tsx';

export const handle = { hydrate: false } satisfies PageHandle;

const PER_PAGE = 24;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseSearch(request);
  const { site, clientIp, viewer, retryAfter } = context.get(pageContext);
  const refused = { query, shown: null, error: undefined };
  const isSearch = query.q !== '';
  const counted = isSearch
    ? countSearch(site, { ip: clientIp, isSignedIn: viewer !== null })
    : succeed(undefined);
  if (!counted.ok) {
    if (counted.failure.kind === 'too-many') retryAfter(counted.failure.retryAfter);
    return data({ ...refused, notice: search.tooMany }, 429);
  }
  const result = isSearch
    ? await searchMolecules(site, query)
    : succeed(allExamined(await publicMolecules(site)));
  if (!result.ok) {
    const issues = 'issues' in result.failure ? result.failure.issues : [];
    const error = issues.map(({ msg }) => msg).join(' ');
    return data({ ...refused, notice: search.refused, error }, 422);
  }
  const { molecules: all, ...found } = result.value;
  const pages = countPages(all.length, PER_PAGE, query.number);
  const onPage = all.slice((query.number - 1) * PER_PAGE, query.number * PER_PAGE);
  const match = query.mode === 'substructure' ? query.q || null : null;
  const molecules = await drawMolecules(site, onPage, match);
  return data({
    ...refused,
    shown: { ...found, total: all.length, pages, molecules },
    notice: null,
  });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { number = 1, q = '' } = loaderData?.query ?? {};
  return listMeta(seo, publicUrlFrom(matches), {
    number,
    searchTitle: q === '' ? null : search.pageTitle,
  });
};

export default function Molecules({ loaderData }: Route.ComponentProps) {
  const { query, shown, notice, error } = loaderData;
  return (
    <>
      <Hero title={hero.title} lead={hero.lead} surface="molecules">
        <SearchForm query={query} error={error} />
      </Hero>
      <div className="page">
        {notice === null ? null : <ListNotice {...notice} ways={[search.all]} />}
        {shown === null ? null : <List query={query} {...shown} />}
      </div>
    </>
  );
}

type ListProps = { query: SearchQuery } & NonNullable<Route.ComponentProps['loaderData']['shown']>;

function List({ query, molecules, total, pages, examined, candidates, svg }: ListProps) {
  const { q, mode, number } = query;
  const isSearch = q !== '';
  const drawing = svg === null ? null : <Query q={q} svg={svg} />;
  const truncated =
    examined === candidates
      ? null
      : search.truncated
          .replace('{examined}', examined.toLocaleString('en'))
          .replace('{candidates}', candidates.toLocaleString('en'));
  if (isSearch && total === 0) {
    const href = searchPath({ q, mode: 'substructure' });
    const containing = mode === 'exact' && drawing ? [{ label: molecule.containing, href }] : [];
    return (
      <div className="grid gap-5 tablet:grid-cols-2 lg:grid-cols-3">
        <div className="max-tablet:-mb-10 lg:col-span-2">
          <ListNotice
            title={search.empty.title}
            hint={truncated ?? search.empty[mode]}
            ways={[...containing, search.all]}
          />
        </div>
        {drawing && <div className="tablet:order-first">{drawing}</div>}
      </div>
    );
  }
  const { one, many } = isSearch ? search.results[mode] : list.count;
  const count = total === 1 ? one : many.replace('{count}', total.toLocaleString('en'));
  const { pages: label, previous, next } = isSearch ? search : list;
  return (
    <>
      <ListHeading title={isSearch ? count : list.title} hint={truncated}>
        {isSearch ? (
          <WholeList {...search.all} />
        ) : (
          <p className="text-muted text-sm tabular-nums">{count}</p>
        )}
      </ListHeading>
      <div className="mt-8">
        <MoleculeGrid molecules={molecules} before={drawing} />
      </div>
      <NumberedPages
        {...{ label, previous, next, number, pages }}
        path={seo.canonical}
        query={isSearch ? { q, mode } : {}}
      />
    </>
  );
}

function Query({ q, svg }: { q: string; svg: string }) {
  return (
    <figure className={`${CARD} border-muted`}>
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

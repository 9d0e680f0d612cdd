import { search } from '../../../content/molecule-pages.ts';
import { seo } from '../../../content/molecules-seo.ts';
import { ListHeading, ListNotice, WholeList } from '../../../ui/list-page.tsx';
import { NumberedPages } from '../../../ui/numbered-pages.tsx';
import { Drawing, type DrawnMolecule, DrawTile, drawPath, MoleculeGrid } from './card.tsx';
import { type SearchQuery, searchPath } from './search-form.tsx';

type Found = {
  molecules: DrawnMolecule[];
  total: number;
  /** How many molecules contain what no molecule is. */
  containing: number;
  examined: number;
  candidates: number;
  pages: number;
  /** The drawing of the query. */
  svg: string | null;
};

export type SearchOutcome =
  | { kind: 'refused'; message: string; isName: boolean }
  | { kind: 'too-many' }
  | ({ kind: 'found' } & Found);

/** What a search found, or why it did not search. */
export function Results({ query, outcome }: { query: SearchQuery; outcome: SearchOutcome }) {
  if (outcome.kind === 'found') return <FoundMolecules query={query} {...outcome} />;
  const isName = outcome.kind === 'refused' && outcome.isName;
  const refusal = isName ? search.unknownName : search.refused;
  return (
    <ListNotice {...(outcome.kind === 'refused' ? refusal : search.tooMany)} ways={[search.all]} />
  );
}

function FoundMolecules({ query, ...found }: Found & { query: SearchQuery }) {
  const { molecules, total, containing, examined, candidates, pages, svg } = found;
  const { q, mode, number } = query;
  const truncated =
    examined < candidates
      ? search.truncated
          .replace('{examined}', examined.toLocaleString('en'))
          .replace('{candidates}', candidates.toLocaleString('en'))
      : null;
  if (total === 0) {
    const containers = {
      label: headingOf('substructure', containing),
      href: searchPath({ q, mode: 'substructure' }),
    };
    return (
      <div className="grid gap-5 tablet:grid-cols-2 lg:grid-cols-3">
        <div className="max-tablet:-mb-10 lg:col-span-2">
          <ListNotice
            title={search.empty.title}
            hint={truncated ?? search.empty[containing > 0 ? 'part' : mode]}
            ways={[
              containing > 0 ? containers : search.all,
              ...(svg === null ? [] : [{ label: search.redraw.title, href: drawPath(q) }]),
            ]}
          />
        </div>
        {svg === null ? null : (
          <div className="tablet:order-first">
            <Query q={q} svg={svg} />
          </div>
        )}
      </div>
    );
  }
  return (
    <>
      <ListHeading title={headingOf(mode, total)} hint={truncated}>
        <WholeList {...search.all} />
      </ListHeading>
      <div className="mt-8">
        <MoleculeGrid
          molecules={molecules}
          before={
            svg === null ? null : (
              <li>
                <Query q={q} svg={svg} />
              </li>
            )
          }
          after={svg === null ? null : <DrawTile {...search.redraw} q={q} />}
        />
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

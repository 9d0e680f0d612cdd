import { search } from '../../../content/molecule-pages.ts';
import { seo } from '../../../content/molecules-seo.ts';
import { ListHeading, ListNotice, WholeList } from '../../../ui/list-page.tsx';
import { NumberedPages } from '../../../ui/numbered-pages.tsx';
import type { DrawnMolecule, FoundMolecules } from '../search.ts';
import { Drawing, DrawTile, drawPath, MoleculeGrid } from './card.tsx';
import { type SearchQuery, searchPath } from './search-form.tsx';

/** What a search looked at, and how many molecules contain what no molecule is. */
export type Found = Omit<FoundMolecules, 'molecules'> & { containing: number };

type ResultsProps = {
  query: SearchQuery;
  molecules: DrawnMolecule[];
  total: number;
  pages: number;
  found: Found;
};

export function Results({
  query: { q, mode, number },
  molecules,
  total,
  pages,
  found,
}: ResultsProps) {
  const { containing, examined, candidates, svg } = found;
  const truncated =
    examined < candidates
      ? search.truncated
          .replace('{examined}', examined.toLocaleString('en'))
          .replace('{candidates}', candidates.toLocaleString('en'))
      : null;
  const drawing = svg === null ? null : <Query q={q} svg={svg} />;
  if (total === 0) {
    const containers = {
      label: headingOf('substructure', containing),
      href: searchPath({ q, mode: 'substructure' }),
    };
    const redraw = { label: search.redraw.title, href: drawPath(q) };
    return (
      <div className="grid gap-5 tablet:grid-cols-2 lg:grid-cols-3">
        <div className="max-tablet:-mb-10 lg:col-span-2">
          <ListNotice
            title={search.empty.title}
            hint={truncated ?? search.empty[containing > 0 ? 'part' : mode]}
            ways={[containing > 0 ? containers : search.all, ...(drawing ? [redraw] : [])]}
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
        <MoleculeGrid
          molecules={molecules}
          before={drawing && <li>{drawing}</li>}
          after={drawing && <DrawTile {...search.redraw} q={q} />}
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

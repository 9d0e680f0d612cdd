import { search } from '../../../content/molecule-pages.ts';
import { seo } from '../../../content/molecules-seo.ts';
import { ListHeading, ListNotice, WholeList } from '../../../ui/list-page.tsx';
import { NumberedPages } from '../../../ui/numbered-pages.tsx';
import type { FoundMolecule } from '../molecules.ts';
import { Drawing } from './drawing.tsx';
import { type DrawnMolecule, MoleculeGrid } from './molecule-card.tsx';
import { type SearchQuery, searchPath } from './search-query.ts';

type Match = DrawnMolecule & { match: FoundMolecule['kind']; similarity: number | null };

export type SearchOutcome =
  | { kind: 'refused'; message: string }
  | { kind: 'too-many' }
  | {
      kind: 'found';
      molecules: Match[];
      total: number;
      /** How many molecules contain what no molecule is. */
      containing: number;
      examined: number;
      candidates: number;
      pages: number;
      /** The drawing of the query. */
      svg: string | null;
    };

/** What a search found, or why it did not search. */
export function Results({ query, outcome }: { query: SearchQuery; outcome: SearchOutcome }) {
  switch (outcome.kind) {
    case 'refused':
      return <ListNotice {...search.refused} way={search.all} />;
    case 'too-many':
      return <ListNotice {...search.tooMany} way={search.all} />;
    case 'found':
      return <Found query={query} {...outcome} />;
  }
}

type FoundProps = Omit<Extract<SearchOutcome, { kind: 'found' }>, 'kind'> & { query: SearchQuery };

function Found(props: FoundProps) {
  const { query, molecules, total, containing, examined, candidates, pages, svg } = props;
  const truncated =
    examined < candidates
      ? search.truncated
          .replace('{examined}', examined.toLocaleString('en'))
          .replace('{candidates}', candidates.toLocaleString('en'))
      : null;
  const { q, mode, threshold, number } = query;
  const matches = new Map(molecules.map((molecule) => [molecule.inchikey, molecule]));
  return (
    <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
      <figure className="self-start lg:sticky lg:top-28 lg:col-span-3">
        <figcaption className="eyebrow mb-3">{search.query}</figcaption>
        {svg === null ? null : (
          <Drawing svg={svg} label={search.queryDrawing} className="molecule-query" />
        )}
        <code dir="ltr" className="mt-3 block break-all font-mono text-muted text-xs">
          {q}
        </code>
      </figure>
      <div className="lg:col-span-9">
        {total === 0 ? (
          <ListNotice
            title={search.empty.title}
            hint={truncated ?? search.empty[containing > 0 ? 'part' : mode]}
            way={
              containing > 0
                ? {
                    label: headingOf('substructure', containing),
                    href: searchPath({ q, mode: 'substructure' }),
                  }
                : search.all
            }
          />
        ) : (
          <>
            <ListHeading title={headingOf(mode, total)} hint={truncated}>
              <WholeList {...search.all} />
            </ListHeading>
            <div className="mt-8">
              <MoleculeGrid
                molecules={molecules}
                noteOf={({ inchikey }) => noteOf(matches.get(inchikey))}
              />
            </div>
          </>
        )}
        <NumberedPages
          label={search.pages}
          previous={search.better}
          next={search.worse}
          number={number}
          pages={pages}
          path={seo.canonical}
          query={{ q, mode, threshold: `${threshold}` }}
        />
      </div>
    </div>
  );
}

function headingOf(mode: SearchQuery['mode'], total: number): string {
  const { one, many } = search.results[mode];
  return total === 1 ? one : many.replace('{count}', total.toLocaleString('en'));
}

function noteOf(found: Match | undefined): string {
  if (found === undefined) return '';
  const percentage = Math.floor((found.similarity ?? 0) * 100);
  return search.match[found.match].replace('{threshold}', `${percentage}`);
}

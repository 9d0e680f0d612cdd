import { useEffect, useState } from 'react';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { ANY, UrlSearch } from '../../../admin/lists/search-form.tsx';
import { SelectField } from '../../../ui/field.tsx';
import type { adminPosts } from '../../api/admin-posts.ts';
import type { PostFilter, PostPage } from '../list-posts.ts';
import { TrashedPosts, type TrashPage } from '../trash/trashed-posts.tsx';
import { PostsList } from './posts-list.tsx';

type Stats = OutputOf<typeof adminPosts, 'GET', '/admin/stats'>;

/** What the route's loader has read. */
export type Overview = { stats: Stats } & (
  | { page: PostPage; trash?: never }
  | { page?: never; trash: TrashPage; mayErase: boolean }
);

type PostsOverviewProps = { loaded: Overview; filter: PostFilter };

/** The statistics, and the posts or the trash. */
export function PostsOverview({ loaded, filter }: PostsOverviewProps) {
  const [stats, setStats] = useState(loaded.stats);
  useEffect(() => setStats(loaded.stats), [loaded.stats]);

  async function reload() {
    const latest = await caller<typeof adminPosts>()('GET', '/admin/stats');
    if (latest.ok) setStats(latest.value);
  }

  return (
    <>
      <div className="mt-4 grid items-end gap-3 lg:grid-cols-[auto_minmax(0,1fr)]">
        <StatCards stats={stats} />
        <PostSearch filter={filter} />
      </div>
      {loaded.trash === undefined ? (
        <PostsList
          // Another filter shows another list, of which nothing is selected.
          key={`${filter.status} ${filter.q}`}
          loaded={loaded.page}
          filter={filter}
          onDeleted={() => setStats(afterRemoval)}
          onChanged={reload}
        />
      ) : (
        <TrashedPosts loaded={loaded.trash} q={filter.q} mayErase={loaded.mayErase} />
      )}
    </>
  );
}

/**
 * The statistics right after a deletion (specification section 4): total and published each drop by 1,
 * for any status, until the server returns the true numbers.
 */
export function afterRemoval(stats: Stats): Stats {
  const { total_posts, published_posts } = stats;
  return { ...stats, total_posts: total_posts - 1, published_posts: published_posts - 1 };
}

function StatCards({ stats }: { stats: Stats }) {
  const figures = [
    { name: 'Total Posts', figure: stats.total_posts },
    { name: 'Published', figure: stats.published_posts, scheduled: stats.scheduled_posts },
    { name: stats.draft_posts === 1 ? 'Draft' : 'Drafts', figure: stats.draft_posts },
  ];
  return (
    <dl className="grid grid-cols-3 gap-2 sm:gap-3 lg:flex">
      {figures.map(({ name, figure, scheduled = 0 }) => (
        <div
          key={name}
          className="flex min-h-12 flex-col-reverse justify-end rounded-card border border-line bg-surface px-2.5 py-2 sm:flex-auto sm:px-3.5 sm:flex-row-reverse sm:items-baseline sm:gap-2 sm:pt-3 sm:pb-1"
        >
          <dt className="text-muted text-xs sm:text-sm">
            {name}{' '}
            {scheduled === 0 ? null : <span className="inline-block">({scheduled} scheduled)</span>}
          </dt>
          <dd className="display text-xl tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The statuses of posts, then what else there is to find. */
const FILTERS = [
  ['published', 'Published'],
  ['scheduled', 'Scheduled'],
  ['draft', 'Draft'],
  ['changes', 'Unpublished changes'],
  ['trash', 'Trash'],
] as const satisfies readonly (readonly [PostFilter['status'], string])[];

export function readFilter(query: URLSearchParams): PostFilter {
  const [status = ''] = FILTERS.find(([known]) => known === query.get('status')) ?? [];
  return { q: query.get('q')?.trim() ?? '', status };
}

export function PostSearch({ filter }: { filter: PostFilter }) {
  return (
    <UrlSearch
      label="Search posts"
      placeholder="Press / to search"
      className="grid grid-cols-[minmax(0,1fr)_9rem] gap-3 sm:grid-cols-[2fr_1fr] lg:grid-cols-[minmax(0,1fr)_12rem]"
    >
      <SelectField label="Status" name="status" defaultValue={filter.status || ANY}>
        <option value={ANY}>All</option>
        {FILTERS.map(([status, name]) => (
          <option key={status} value={status}>
            {name}
          </option>
        ))}
      </SelectField>
    </UrlSearch>
  );
}

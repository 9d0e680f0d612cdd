import type { PostFilter, PostPage } from '../list-posts.ts';
import { TrashedPosts, type TrashPage } from '../trash/trashed-posts.tsx';
import { PostSearch } from './post-search.tsx';
import { PostsList } from './posts-list.tsx';
import { StatCards, type Stats, useStats } from './stat-cards.tsx';

/** What the route's loader has read; a new object after each load. */
export type Overview = { stats: Stats } & (
  | { page: PostPage; trash?: never }
  | { page?: never; trash: TrashPage; mayErase: boolean }
);

type PostsOverviewProps = { loaded: Overview; filter: PostFilter };

/** The statistics, and the posts or the trash. */
export function PostsOverview({ loaded, filter }: PostsOverviewProps) {
  const stats = useStats(loaded.stats);
  return (
    <>
      <div className="mt-4 grid items-end gap-3 lg:grid-cols-[auto_minmax(0,1fr)]">
        <StatCards stats={stats.stats} />
        <PostSearch filter={filter} />
      </div>
      {loaded.trash === undefined ? (
        <PostsList loaded={loaded.page} filter={filter} stats={stats} />
      ) : (
        <TrashedPosts
          loaded={loaded.trash}
          q={filter.q}
          mayErase={loaded.mayErase}
          onRestored={stats.reload}
        />
      )}
    </>
  );
}

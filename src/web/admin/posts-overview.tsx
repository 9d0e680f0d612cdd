import { useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import type { PostSummary } from '../../domain/posts/post.ts';
import { ButtonLink } from '../ui/button.tsx';
import {
  deletePost,
  listPosts,
  type PostFilter,
  type PostPage,
  readStats,
  refusalMessage,
  type Stats,
} from './api.ts';
import { LoadMore } from './load-more.tsx';
import { PostSearch } from './post-search.tsx';
import { PostsTable } from './posts-table.tsx';
import { afterRemoval, withoutPost } from './removal.ts';
import { usePagedList } from './use-paged-list.ts';
import { useSubmit } from './use-submit.ts';

const QUESTION = 'Are you sure you want to delete this post? This action cannot be undone.';

/** Specification section 8. */
const LOAD_FAILURE = 'Failed to load dashboard data';
const DELETE_FAILURE = 'Failed to delete post. Please try again.';

type PostsOverviewProps = {
  /** The loader's data; a new object after each load. */
  loaded: { page: PostPage; stats: Stats };
  filter: PostFilter;
};

/** The statistics and the table of posts, updated in place after deletions. */
export function PostsOverview({ loaded, filter }: PostsOverviewProps) {
  const list = usePagedList({
    first: loaded.page,
    rows: 'posts',
    read: (cursor) => listPosts(filter, cursor),
    failure: LOAD_FAILURE,
  });
  const [{ from, stats }, setStats] = useState({ from: loaded, stats: loaded.stats });
  if (from !== loaded) setStats({ from: loaded, stats: loaded.stats });
  const { submit } = useSubmit();
  const [busy, setBusy] = useState<string | null>(null);
  const [notice, setNotice] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoading = useNavigation().state === 'loading';

  /** Ignored when the loader has read newer statistics meanwhile. */
  function updateStats(update: (stats: Stats) => Stats) {
    setStats((shown) =>
      shown.from === loaded ? { from: loaded, stats: update(shown.stats) } : shown,
    );
  }

  async function remove(post: PostSummary) {
    if (!window.confirm(QUESTION)) return;
    setBusy(post.slug);
    const answer = await submit(() => deletePost(post.slug), DELETE_FAILURE);
    setBusy(null);
    if (!answer.ok) {
      if (answer.refusal.kind === 'signed-out') return;
      setNotice(refusalMessage(answer.refusal, ''));
      window.alert(DELETE_FAILURE);
      return;
    }
    list.change((shown) => withoutPost(shown, post.slug));
    updateStats(afterRemoval);
    setNotice(`Deleted “${post.title}”.`);
    heading.current?.focus();
    const latest = await readStats();
    if (latest.ok) updateStats(() => latest.value);
  }

  const { posts, total } = list.page ?? loaded.page;
  return (
    <>
      <StatCards stats={stats} />
      <PostSearch filter={filter} />
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
          Posts
        </h2>
        <p role="status" className="text-muted text-sm">
          {notice} {posts.length} of {total} shown
        </p>
      </div>
      {posts.length === 0 ? (
        <NoPosts isFiltered={filter.q !== '' || filter.status !== ''} />
      ) : (
        <PostsTable posts={posts} busy={busy} isLoading={isLoading} onDelete={remove} />
      )}
      <LoadMore list={list} />
    </>
  );
}

function StatCards({ stats }: { stats: Stats }) {
  const figures = [
    { name: 'Total Posts', figure: stats.total_posts },
    { name: 'Published', figure: stats.published_posts },
    { name: 'Drafts', figure: stats.draft_posts },
  ];
  return (
    <dl className="mt-6 grid grid-cols-3 gap-3">
      {figures.map(({ name, figure }) => (
        <div
          key={name}
          className="flex flex-col-reverse justify-end rounded-card border border-line bg-surface px-4 py-3"
        >
          <dt className="text-muted text-xs sm:text-sm">{name}</dt>
          <dd className="display text-2xl tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function NoPosts({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="mt-3 rounded-card border border-line border-dashed px-6 py-12 text-center">
      <p className="font-medium">{isFiltered ? 'No posts match' : 'No posts yet'}</p>
      <p className="mt-1 text-muted text-sm">
        {isFiltered ? 'Try other words, or another status.' : 'The first one starts here.'}
      </p>
      {isFiltered ? null : (
        <ButtonLink href="/admin/create-post" look="secondary" className="mt-4">
          Create New Post
        </ButtonLink>
      )}
    </div>
  );
}

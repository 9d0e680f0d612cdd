import { useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import type { PostSummary } from '../../domain/posts/post.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import {
  type Answer,
  deletePost,
  listPosts,
  type PostFilter,
  readStats,
  type Stats,
} from './api.ts';
import { loginAddress } from './login-address.ts';
import { PostSearch } from './post-search.tsx';
import { PostsTable } from './posts-table.tsx';
import { type Overview, withoutPost } from './removal.ts';

const QUESTION = 'Are you sure you want to delete this post? This action cannot be undone.';

/** The figures and the table of posts, and what happens to them after they were loaded. */
export function PostsOverview({ loaded, filter }: { loaded: Overview; filter: PostFilter }) {
  const [{ from, overview }, setState] = useState({ from: loaded, overview: loaded });
  if (from !== loaded) setState({ from: loaded, overview: loaded });
  const [busy, setBusy] = useState<string | null>(null);
  const [news, setNews] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoading = useNavigation().state === 'loading';
  const navigate = useNavigate();
  const location = useLocation();

  function update(change: (overview: Overview) => Overview) {
    setState((state) => ({ ...state, overview: change(state.overview) }));
  }

  /** Whether the answer is there; goes to the login when that is why it is not. */
  async function arrived<T>(answer: Answer<T>): Promise<boolean> {
    const isSignedOut = !answer.ok && answer.refusal.kind === 'signed-out';
    if (isSignedOut) await navigate(loginAddress(location));
    return answer.ok || isSignedOut;
  }

  async function remove(post: PostSummary) {
    if (!window.confirm(QUESTION)) return;
    setBusy(post.slug);
    const answer = await deletePost(post.slug);
    setBusy(null);
    if (!(await arrived(answer))) window.alert('Failed to delete post. Please try again.');
    if (!answer.ok) return;
    update((shown) => withoutPost(shown, post.slug));
    setNews(`Deleted “${post.title}”.`);
    heading.current?.focus();
    const stats = await readStats();
    if (stats.ok) update((shown) => ({ ...shown, stats: stats.value }));
  }

  async function loadMore(cursor: string) {
    setBusy(cursor);
    const answer = await listPosts(filter, cursor);
    setBusy(null);
    if (!(await arrived(answer))) setNews('Failed to load dashboard data');
    if (!answer.ok) return;
    const { posts, nextCursor, total } = answer.value;
    update((shown) => ({ ...shown, total, nextCursor, posts: [...shown.posts, ...posts] }));
    setNews('');
  }

  const { posts, total, nextCursor, stats } = overview;
  return (
    <>
      <StatCards stats={stats} />
      <PostSearch filter={filter} />
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
          Posts
        </h2>
        <p role="status" className="text-muted text-sm">
          {news} {posts.length} of {total} shown
        </p>
      </div>
      {posts.length === 0 ? (
        <NoPosts isFiltered={filter.q !== '' || filter.status !== ''} />
      ) : (
        <PostsTable posts={posts} busy={busy} isLoading={isLoading} onDelete={remove} />
      )}
      {nextCursor === null ? null : (
        <Button
          look="secondary"
          className="mt-4"
          disabled={busy !== null}
          onClick={() => loadMore(nextCursor)}
        >
          {busy === nextCursor ? 'Loading...' : 'Load more'}
        </Button>
      )}
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

import { Trash2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { failureMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { EmptyState } from '../../../admin/lists/empty-state.tsx';
import { ListStatus } from '../../../admin/lists/list-status.tsx';
import { LoadMore } from '../../../admin/lists/load-more.tsx';
import { usePagedList } from '../../../admin/lists/use-paged-list.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { retention } from '../../../content/retention.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import type { adminPosts } from '../../api/admin-posts.ts';
import type { AdminPostSummary } from '../../reading.ts';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { type BulkAction, type BulkOutcome, useBulkAction } from '../bulk/use-bulk-action.ts';
import { type Selection, useSelection } from '../bulk/use-selection.ts';
import { listPosts, type PostFilter, type PostPage } from '../list-posts.ts';
import { PostRow } from './post-row.tsx';
import type { ShownStats, Stats } from './stat-cards.tsx';

const api = caller<typeof adminPosts>();

const QUESTION = 'Are you sure you want to delete this post? This action cannot be undone.';

/** Specification section 8. */
const LOAD_FAILURE = 'Failed to load dashboard data';
const DELETE_FAILURE = 'Failed to delete post. Please try again.';

type PostsListProps = {
  /** The first page as the route's loader read it; a new object after each load. */
  loaded: PostPage;
  filter: PostFilter;
  stats: ShownStats;
};

/** The table of posts, updated in place after deletions and changes of several. */
export function PostsList({ loaded, filter, stats }: PostsListProps) {
  const list = usePagedList({
    first: loaded,
    rows: 'posts',
    read: (cursor) => listPosts(filter, cursor),
    failure: LOAD_FAILURE,
  });
  const { posts, total } = list.page ?? loaded;
  const selection = useSelection(loaded, posts);
  const heading = useRef<HTMLHeadingElement>(null);
  const bulk = useBulkAction({ list: loaded, onOutcome, onEnded });
  const { submit } = useSubmit();
  const [busy, setBusy] = useState<string | null>(null);
  const [notice, setNotice] = useState('');
  const isLoading = useNavigation().state === 'loading';
  const isChanging = bulk.run?.isUnderWay ?? false;

  function onOutcome(outcome: BulkOutcome) {
    list.change((page) => afterOutcome(page, outcome));
  }

  function onEnded(action: BulkAction) {
    // The pressed button, which had the focus, is removed with the selection.
    if (action.kind === 'move-to-trash') heading.current?.focus();
    void stats.reload();
  }

  async function remove(post: AdminPostSummary) {
    const retained = `“${post.title}” stays in the trash for ${retention.trash.label}.`;
    if (!window.confirm(`${QUESTION}\n\n${retained}`)) return;
    setBusy(post.slug);
    // As it is shown: a newer version is not deleted.
    const { slug, etag } = post;
    const answer = await submit(
      () => api('DELETE', '/admin/blog/posts/:slug', { param: { slug }, query: { etag } }),
      DELETE_FAILURE,
    );
    setBusy(null);
    if (!answer.ok) {
      if (answer.failure.kind === 'unauthenticated') return;
      setNotice(failureMessage(answer.failure, ''));
      window.alert(DELETE_FAILURE);
      // What was changed since is to be seen before it is deleted.
      if ('current' in answer.failure) void list.reload();
      return;
    }
    list.change((shown) => withoutPost(shown, post.slug));
    stats.update(afterRemoval);
    setNotice(`Moved “${post.title}” to the trash.`);
    heading.current?.focus();
    await stats.reload();
  }

  return (
    <>
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
          Posts
        </h2>
        <ListStatus notice={notice}>
          {total === 0 ? null : `${posts.length} of ${total} shown`}
        </ListStatus>
        <Link
          to="/admin/trash"
          className="prose-link inline-flex min-h-11 items-baseline gap-2 py-2.5 text-sm"
        >
          <Trash2 aria-hidden className="size-4 self-center" />
          Trash
        </Link>
      </div>
      <SelectionBar posts={posts} selection={selection} bulk={bulk} />
      {posts.length === 0 ? (
        <NoPosts isFiltered={filter.q !== '' || filter.status !== ''} />
      ) : (
        <PostsTable
          posts={posts}
          selection={selection}
          busy={busy}
          isLoading={isLoading || isChanging}
          onDelete={remove}
        />
      )}
      <div className={selection.selected.length === 0 ? undefined : 'max-lg:pb-40'}>
        <LoadMore list={list} />
      </div>
    </>
  );
}

function NoPosts({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      title={isFiltered ? 'No posts match' : 'No posts yet'}
      text={isFiltered ? 'Try other words, or another status.' : 'The first one starts here.'}
    >
      {isFiltered ? null : (
        <ButtonLink href="/admin/create-post" variant="secondary" className="mt-4">
          Create New Post
        </ButtonLink>
      )}
    </EmptyState>
  );
}

type PostsTableProps = {
  posts: readonly AdminPostSummary[];
  selection: Selection;
  /** The slug of the post that is being deleted. */
  busy: string | null;
  /** Other posts are loading. */
  isLoading: boolean;
  onDelete: (post: AdminPostSummary) => void;
};

/** Posts with their actions: a table, on a narrow screen a block per post. */
function PostsTable({ posts, selection, busy, isLoading, onDelete }: PostsTableProps) {
  const remove = useStableCallback(onDelete);
  const select = useStableCallback(selection.toggle);
  return (
    <div
      aria-busy={isLoading}
      className="mt-1 rounded-card border border-line bg-surface transition-opacity aria-busy:opacity-60 lg:mt-0"
    >
      <table className="block w-full text-sm lg:table">
        <thead className="max-lg:sr-only">
          <tr className="text-left text-muted text-xs">
            {['Title', 'Tags', 'Status', 'Date', 'Reading time', 'Actions'].map((name) => (
              <th
                key={name}
                scope="col"
                className="whitespace-nowrap px-2 py-2 align-bottom font-medium first:pl-12 xl:px-3"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block lg:table-row-group">
          {posts.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              isSelected={selection.isSelected(post.id)}
              isBusy={busy === post.slug}
              onSelect={select}
              onDelete={remove}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A function of stable identity that calls the latest one. */
function useStableCallback<T extends unknown[]>(act: (...values: T) => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...values: T) => latest.current(...values), []);
}

/** The list without a deleted post. The total of a list that was read after the deletion is right already. */
export function withoutPost(page: PostPage, slug: string): PostPage {
  const posts = page.posts.filter((post) => post.slug !== slug);
  return { ...page, posts, total: page.total - (page.posts.length - posts.length) };
}

/** The list after a post was changed: as it is now, without it when it is deleted. */
export function afterOutcome(page: PostPage, { id, post }: BulkOutcome): PostPage {
  const posts = page.posts.flatMap((shown) => (shown.id === id ? (post ?? []) : shown));
  return { ...page, posts, total: page.total - (page.posts.length - posts.length) };
}

/**
 * The statistics right after a deletion (specification section 4): total and published each drop by 1,
 * for any status, until the server returns the true numbers.
 */
export function afterRemoval(stats: Stats): Stats {
  return {
    ...stats,
    total_posts: stats.total_posts - 1,
    published_posts: stats.published_posts - 1,
  };
}

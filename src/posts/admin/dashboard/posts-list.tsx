import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { failureMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { EmptyState, ListStatus, LoadMore } from '../../../admin/lists/list-parts.tsx';
import { usePagedList } from '../../../admin/lists/use-paged-list.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { retention } from '../../../content/retention.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import type { adminPosts } from '../../api/admin-posts.ts';
import type { AdminPostSummary } from '../../reading.ts';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { listPosts, type PostFilter, type PostPage } from '../list-posts.ts';
import { PostRow } from './post-row.tsx';

const QUESTION = 'Are you sure you want to delete this post? This action cannot be undone.';

/** Specification section 8. */
const LOAD_FAILURE = 'Failed to load dashboard data';
const DELETE_FAILURE = 'Failed to delete post. Please try again.';

const COLUMNS = ['Title', 'Tags', 'Status', 'Date', 'Reading time', 'Actions'];

type PostsListProps = {
  /** The first page as the route's loader read it. */
  loaded: PostPage;
  filter: PostFilter;
  onDeleted: () => void;
  /** Called after posts were changed or deleted. */
  onChanged: () => Promise<void>;
};

/** The table of posts, updated in place after deletions and changes of several. */
export function PostsList({ loaded, filter, onDeleted, onChanged }: PostsListProps) {
  const list = usePagedList({
    first: loaded,
    rows: 'posts',
    read: (cursor) => listPosts(filter, cursor),
    failure: LOAD_FAILURE,
  });
  const { posts, total } = list.page ?? loaded;
  const heading = useRef<HTMLHeadingElement>(null);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = posts.filter(({ id }) => ids.has(id));
  const { isBusy, submit } = useSubmit();
  const [notice, setNotice] = useState('');
  const isFiltered = filter.q !== '' || filter.status !== '';
  const isLoading = useNavigation().state === 'loading';

  async function remove({ id, slug, etag, title }: AdminPostSummary) {
    const retained = `“${title}” stays in the trash for ${retention.trash.label}.`;
    if (!window.confirm(`${QUESTION}\n\n${retained}`)) return;
    // As it is shown: a newer version is not deleted.
    const call = { param: { slug }, query: { etag } };
    const answer = await submit(
      () => caller<typeof adminPosts>()('DELETE', '/admin/blog/posts/:slug', call),
      DELETE_FAILURE,
    );
    if (!answer.ok) {
      if (answer.failure.kind === 'unauthenticated') return;
      setNotice(failureMessage(answer.failure, ''));
      window.alert(DELETE_FAILURE);
      // What was changed since is to be seen before it is deleted.
      if ('current' in answer.failure) void list.reload();
      return;
    }
    list.change((page) => withPost(page, id, null));
    onDeleted();
    setNotice(`Moved “${title}” to the trash.`);
    heading.current?.focus();
    await onChanged();
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
          to="/admin/dashboard?status=trash"
          className="prose-link inline-flex min-h-11 items-baseline gap-2 py-2.5 text-sm"
        >
          <Trash2 aria-hidden className="size-4 self-center" />
          Trash
        </Link>
      </div>
      <SelectionBar
        shown={posts}
        selected={selected}
        onSelect={(wanted) => setIds(new Set(wanted.map(({ id }) => id)))}
        onOutcome={(id, { post }) => list.change((page) => withPost(page, id, post))}
        onEnded={({ kind }) => {
          // The pressed button, which had the focus, is removed with the selection.
          if (kind === 'move-to-trash') heading.current?.focus();
          void onChanged();
        }}
      />
      {posts.length === 0 ? (
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
      ) : (
        // A table, on a narrow screen a block per post.
        <div
          aria-busy={isLoading}
          className="mt-1 rounded-card border border-line bg-surface transition-opacity aria-busy:opacity-60 lg:mt-0"
        >
          <table className="block w-full text-sm lg:table">
            <thead className="max-lg:sr-only">
              <tr className="text-left text-muted text-xs">
                {COLUMNS.map((name) => (
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
                  isSelected={ids.has(post.id)}
                  isBusy={isBusy}
                  onSelect={(isSelected) => {
                    const others = [...ids].filter((id) => id !== post.id);
                    setIds(new Set(isSelected ? [...others, post.id] : others));
                  }}
                  onDelete={() => void remove(post)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={selected.length === 0 ? undefined : 'max-lg:pb-40'}>
        <LoadMore list={list} />
      </div>
    </>
  );
}

/**
 * The list after a post was changed: as it is now, without it when it is gone. The total of a list that was read after the
 * deletion is right already.
 */
export function withPost<
  Post extends { id: string },
  Page extends { posts: Post[]; total: number },
>(page: Page, id: string, post: Page['posts'][number] | null): Page {
  const posts = page.posts.flatMap((shown) => (shown.id === id ? (post ?? []) : shown));
  return { ...page, posts, total: page.total - (page.posts.length - posts.length) };
}

import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { failureMessage } from '../../../admin/api.ts';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { ChoiceField } from '../../../admin/choice-field.tsx';
import { EmptyState, ListHeading, LoadMore } from '../../../admin/lists/list-parts.tsx';
import { ANY, UrlSearch } from '../../../admin/lists/search-form.tsx';
import { usePagedList } from '../../../admin/lists/use-paged-list.ts';
import { retention } from '../../../content/retention.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import type { adminPosts } from '../../api/admin-posts.ts';
import type { AdminPostSummary } from '../../reading.ts';
import { changePost } from '../bulk/bulk.ts';
import { Selection } from '../bulk/selection.tsx';
import { listPosts, type PostFilter, type PostPage } from '../list-posts.ts';
import { TrashedPosts, type TrashPage } from '../trash/trashed-posts.tsx';
import { PostRow } from './post-row.tsx';

const api = caller<typeof adminPosts>();

type Stats = OutputOf<typeof adminPosts, 'GET', '/admin/stats'>;

export type Overview = { stats: Stats } & (
  | { page: PostPage; trash?: never }
  | { page?: never; trash: TrashPage; mayErase: boolean }
);

export function PostsOverview({ loaded, filter }: { loaded: Overview; filter: PostFilter }) {
  const [stats, setStats] = useState(loaded.stats);
  useEffect(() => setStats(loaded.stats), [loaded.stats]);

  async function reload() {
    const latest = await api('GET', '/admin/stats');
    if (latest.ok) setStats(latest.value);
  }

  return (
    <>
      <div className="mt-4 grid items-end gap-3 lg:grid-cols-[auto_minmax(0,1fr)]">
        <StatCards stats={stats} />
        <UrlSearch
          label="Search posts"
          className="grid grid-cols-[minmax(0,1fr)_9rem] gap-3 sm:grid-cols-[2fr_1fr] lg:grid-cols-[minmax(0,1fr)_12rem]"
        >
          <ChoiceField
            label="Status"
            name="status"
            defaultValue={filter.status || ANY}
            choices={{ [ANY]: 'All', ...FILTERS }}
          />
        </UrlSearch>
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

const QUESTION = 'Are you sure you want to delete this post? This action cannot be undone.';

/** Specification section 8. */
const LOAD_FAILURE = 'Failed to load dashboard data';
const DELETE_FAILURE = 'Failed to delete post. Please try again.';

const COLUMNS = ['Title', 'Tags', 'Status', 'Date', 'Reading time', 'Actions'];

type PostsListProps = {
  loaded: PostPage;
  filter: PostFilter;
  onDeleted: () => void;
  onChanged: () => Promise<void>;
};

function PostsList({ loaded, filter, onDeleted, onChanged }: PostsListProps) {
  const list = usePagedList({
    first: loaded,
    rows: 'posts',
    read: (cursor) => listPosts(filter, cursor),
    failure: LOAD_FAILURE,
  });
  const { posts, total } = list.page ?? loaded;
  const heading = useRef<HTMLHeadingElement>(null);
  const [ids, setIds] = useState<readonly string[]>([]);
  const selected = posts.filter(({ id }) => ids.includes(id));
  const [notice, setNotice] = useState('');
  const isFiltered = filter.q !== '' || filter.status !== '';
  const isLoading = useNavigation().state === 'loading';

  async function remove(post: AdminPostSummary) {
    const { id, title } = post;
    const retained = `“${title}” stays in the trash for ${retention.trash.label}.`;
    if (!window.confirm(`${QUESTION}\n\n${retained}`)) return;
    const { post: remaining, failure } = await changePost(post, { kind: 'move-to-trash' });
    if (failure?.kind === 'unauthenticated') return;
    list.change((page) => withPost(page, id, remaining));
    if (failure !== undefined) {
      setNotice(failureMessage(failure, ''));
      window.alert(DELETE_FAILURE);
      return;
    }
    onDeleted();
    setNotice(`Moved “${title}” to the trash.`);
    heading.current?.focus();
    await onChanged();
  }

  return (
    <>
      <ListHeading
        ref={heading}
        title="Posts"
        notice={notice}
        status={total === 0 ? null : `${posts.length} of ${total} shown`}
      >
        <Link
          to="/admin/dashboard?status=trash"
          className="prose-link inline-flex min-h-11 items-baseline gap-2 py-2.5 text-sm"
        >
          <Trash2 aria-hidden className="size-4 self-center" />
          Trash
        </Link>
      </ListHeading>
      <Selection
        shown={posts}
        selected={selected}
        onSelect={(wanted) => setIds(wanted.map(({ id }) => id))}
        onOutcome={(id, { post }) => list.change((page) => withPost(page, id, post))}
        onEnded={({ kind }) => {
          // The pressed button, which had the focus, is removed with the selection.
          if (kind === 'move-to-trash') heading.current?.focus();
          void onChanged();
        }}
      >
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
          <div
            aria-busy={isLoading}
            className="mt-1 rounded-card border border-line bg-surface transition-opacity aria-busy:opacity-60"
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
                    isSelected={ids.includes(post.id)}
                    onSelect={() => {
                      const others = ids.filter((id) => id !== post.id);
                      setIds(ids.length > others.length ? others : [...ids, post.id]);
                    }}
                    onDelete={() => void remove(post)}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
        <LoadMore list={list} />
      </Selection>
    </>
  );
}

/** The total of a list that was read after the deletion is right already. */
export function withPost(page: PostPage, id: string, post: AdminPostSummary | null): PostPage {
  const posts = page.posts.flatMap((shown) => (shown.id === id ? (post ?? []) : shown));
  return { ...page, posts, total: page.total - (page.posts.length - posts.length) };
}

function StatCards({ stats }: { stats: Stats }) {
  const { total_posts, published_posts, draft_posts, scheduled_posts } = stats;
  const scheduled = scheduled_posts ? ` (${scheduled_posts}\u00a0scheduled)` : '';
  const figures = [
    ['Total Posts', total_posts],
    [`Published${scheduled}`, published_posts],
    [draft_posts === 1 ? 'Draft' : 'Drafts', draft_posts],
  ] as const;
  return (
    <dl className="grid grid-cols-3 gap-2 sm:gap-3 lg:flex">
      {figures.map(([name, figure]) => (
        <div
          key={name}
          className="flex min-h-12 flex-col-reverse justify-end rounded-card border border-line bg-surface px-2.5 py-2 sm:flex-auto sm:px-3.5 sm:flex-row-reverse sm:items-baseline sm:gap-2 sm:pt-3 sm:pb-1"
        >
          <dt className="text-muted text-xs sm:text-sm">{name}</dt>
          <dd className="display text-xl tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

const FILTERS = {
  published: 'Published',
  scheduled: 'Scheduled',
  draft: 'Draft',
  changes: 'Unpublished changes',
  trash: 'Trash',
} satisfies Record<Exclude<PostFilter['status'], ''>, string>;

export function readFilter(query: URLSearchParams): PostFilter {
  const statuses = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
  const status = statuses.find((known) => known === query.get('status')) ?? '';
  return { q: query.get('q')?.trim() ?? '', status };
}

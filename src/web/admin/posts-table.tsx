import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { memo, useCallback, useEffect, useRef } from 'react';
import { isPublic, type PostSummary } from '../../domain/posts/post.ts';
import { Badge } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { longDate } from './times.ts';

/** Tags shown per row; the others are counted. */
const MAX_TAGS = 2;

const CELL = 'align-middle lg:table-cell lg:px-3 lg:py-2';

type PostsTableProps = {
  posts: readonly PostSummary[];
  /** The slug of the post that is being deleted. */
  busy: string | null;
  /** Other posts are loading. */
  isLoading: boolean;
  onDelete: (post: PostSummary) => void;
};

/** Posts with their actions: a table, on a narrow screen a block per post. */
export function PostsTable({ posts, busy, isLoading, onDelete }: PostsTableProps) {
  const remove = useStableCallback(onDelete);
  return (
    <div
      aria-busy={isLoading}
      className="mt-3 rounded-card border border-line bg-surface transition-opacity aria-busy:opacity-60"
    >
      <table className="block w-full text-sm lg:table">
        <thead className="max-lg:sr-only">
          <tr className="text-left text-muted text-xs">
            {['Title', 'Tags', 'Status', 'Date', 'Reading time', 'Actions'].map((name) => (
              <th
                key={name}
                scope="col"
                className="whitespace-nowrap px-3 py-2 font-medium first:pl-4"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block lg:table-row-group">
          {posts.map((post) => (
            <PostRow key={post.id} post={post} isBusy={busy === post.slug} onDelete={remove} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A function of stable identity that calls the latest one. */
function useStableCallback<T>(act: (value: T) => void): (value: T) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((value) => latest.current(value), []);
}

type PostRowProps = {
  post: PostSummary;
  isBusy: boolean;
  onDelete: (post: PostSummary) => void;
};

/** Memoized: a list may have thousands of rows when more are loaded. */
const PostRow = memo(function PostRow({ post, isBusy, onDelete }: PostRowProps) {
  return (
    <tr
      aria-busy={isBusy}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-3 max-lg:first:border-t-0 aria-busy:opacity-50 lg:table-row"
    >
      <td className={`${CELL} w-full min-w-0 lg:max-w-0 lg:pl-4`}>
        <p dir="auto" className="truncate font-medium" title={post.title}>
          {post.title}
        </p>
        <p className="truncate font-mono text-muted text-xs" title={post.slug}>
          {post.slug}
        </p>
      </td>
      <td className={`${CELL} max-lg:w-full max-lg:empty:hidden`}>
        <Tags tags={post.tags} />
      </td>
      <td className={CELL}>
        <StatusBadges post={post} />
      </td>
      <td className={`${CELL} text-muted lg:whitespace-nowrap`}>
        <time dateTime={post.date}>{longDate(post.date)}</time>
      </td>
      <td className={`${CELL} text-muted tabular-nums`}>{post.readingTime} min</td>
      <td className={`${CELL} max-lg:w-full`}>
        <RowActions post={post} isBusy={isBusy} onDelete={onDelete} />
      </td>
    </tr>
  );
});

function Tags({ tags }: { tags: readonly string[] }) {
  const hidden = tags.slice(MAX_TAGS);
  return tags.length === 0 ? null : (
    <span className="flex flex-wrap items-center gap-1 lg:w-max lg:max-w-40 xl:max-w-64">
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <span key={tag} className="max-w-40 truncate rounded border border-line px-1.5 text-xs">
          {tag}
        </span>
      ))}
      {hidden.length === 0 ? null : (
        <span className="text-muted text-xs" title={hidden.join(', ')}>
          +{hidden.length}
        </span>
      )}
    </span>
  );
}

function StatusBadges({ post }: { post: PostSummary }) {
  const isScheduled = post.status === 'published' && !isPublic(post, new Date().toISOString());
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={post.status === 'published' ? 'teal' : 'stone'}>
        <span className="capitalize">{post.status}</span>
      </Badge>
      {isScheduled ? <Badge tone="amber">Scheduled</Badge> : null}
    </span>
  );
}

function RowActions({ post, isBusy, onDelete }: PostRowProps) {
  return (
    <span className="-mx-3 flex">
      <a
        href={`/blog/${post.slug}`}
        target="_blank"
        rel="noopener"
        aria-label={`View ${post.title} (opens in a new tab)`}
        title="View"
        className="icon-button"
      >
        <ExternalLink aria-hidden className="size-4" />
      </a>
      <Link
        to={`/admin/edit-post/${post.slug}`}
        aria-label={`Edit ${post.title}`}
        title="Edit"
        className="icon-button"
      >
        <Pencil aria-hidden className="size-4" />
      </Link>
      <button
        type="button"
        aria-label={`Delete ${post.title}`}
        title="Delete"
        disabled={isBusy}
        onClick={() => onDelete(post)}
        className="icon-button text-danger"
      >
        <Trash2 aria-hidden className="size-4" />
      </button>
    </span>
  );
}

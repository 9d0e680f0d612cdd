import { useCallback, useEffect, useRef } from 'react';
import type { AdminPostSummary } from '../../reading.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { PostRow } from './post-row.tsx';

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
export function PostsTable({ posts, selection, busy, isLoading, onDelete }: PostsTableProps) {
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

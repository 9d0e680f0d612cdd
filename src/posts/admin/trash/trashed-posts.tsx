import { useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { failureMessage, ignoreMissing } from '../../../admin/api.ts';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { EmptyState } from '../../../admin/lists/empty-state.tsx';
import { ListStatus } from '../../../admin/lists/list-status.tsx';
import { LoadMore } from '../../../admin/lists/load-more.tsx';
import { usePagedList } from '../../../admin/lists/use-paged-list.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import type { trash } from '../../api/trash.ts';
import type { TrashedPost } from '../../trash.ts';
import { afterRestoring, restoredNotice } from './restoration.ts';
import { type SlugConflict, TrashList } from './trash-list.tsx';

const api = caller<typeof trash>();

export type TrashPage = OutputOf<typeof trash, 'GET', '/admin/trash'>;

export const TRASH_FAILURE = 'Failed to load the trash. Please try again.';
const CONFLICT = 409;

type TrashedPostsProps = {
  loaded: TrashPage;
  q: string;
  /** Only administrators delete for ever. */
  mayErase: boolean;
  /** Called after a post was restored. */
  onRestored?: () => void;
};

/** Deleted posts, which can be restored. */
export function TrashedPosts({ loaded, q, mayErase, onRestored }: TrashedPostsProps) {
  const list = usePagedList({
    first: loaded,
    rows: 'posts',
    read: (cursor) => api('GET', '/admin/trash', { query: { q, cursor } }),
    failure: TRASH_FAILURE,
  });
  const { isBusy, failure, submit, clear } = useSubmit();
  const [notice, setNotice] = useState('');
  /** The post whose slug another post has. */
  const [slugConflict, setSlugConflict] = useState<SlugConflict | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoading = useNavigation().state === 'loading';

  /** The pressed button, which had the focus, is removed. */
  function removeRow({ id }: TrashedPost, done: string) {
    list.change((page) => ({
      ...page,
      posts: page.posts.filter((post) => post.id !== id),
      total: page.total - 1,
    }));
    setNotice(done);
    setSlugConflict(null);
    heading.current?.focus();
  }

  async function restore(post: TrashedPost, slug?: string) {
    const effect = afterRestoring(post, new Date().toISOString());
    const isPublished = post.status === 'published';
    if (isPublished && !window.confirm(`Restore “${post.title}”?\n\n${effect}`)) return;
    setNotice('');
    const fallback = 'Failed to restore the post. Please try again.';
    const answer = await submit(
      () => api('POST', '/admin/trash/:id/restore', { param: { id: post.id }, json: { slug } }),
      fallback,
    );
    if (answer.ok) {
      removeRow(post, restoredNotice(answer.value));
      onRestored?.();
    } else if (answer.failure.kind === 'rejected' && answer.failure.status === CONFLICT) {
      // Beside the field for a new slug, which takes the focus.
      const reason = failureMessage(answer.failure, fallback);
      setSlugConflict({ id: post.id, reason });
      setNotice(reason);
      clear();
    }
  }

  async function erase(post: TrashedPost) {
    const question = `Permanently delete “${post.title}” and its revisions? This cannot be undone.`;
    if (!window.confirm(question)) return;
    setNotice('');
    const fallback = 'Failed to delete the post. Please try again.';
    const answer = await submit(
      () => ignoreMissing(api('DELETE', '/admin/trash/:id', { param: { id: post.id } })),
      fallback,
    );
    if (answer.ok) removeRow(post, `Permanently deleted “${post.title}”.`);
  }

  const { posts, total } = list.page ?? loaded;
  return (
    <>
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
          Deleted posts
        </h2>
        <ListStatus notice={notice}>
          {total === 0 ? null : `${posts.length} of ${total} shown`}
        </ListStatus>
      </div>
      {failure === null ? null : (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      {posts.length === 0 ? (
        <NothingHere isFiltered={q !== ''} />
      ) : (
        <TrashList
          posts={posts}
          slugConflict={slugConflict}
          isBusy={isBusy}
          isLoading={isLoading}
          onRestore={restore}
          onErase={mayErase ? erase : null}
          onCancel={() => setSlugConflict(null)}
        />
      )}
      <LoadMore list={list} />
    </>
  );
}

function NothingHere({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      title={isFiltered ? 'No deleted posts match' : 'The trash is empty'}
      text={isFiltered ? 'Try different words.' : 'Posts that you delete are listed here.'}
    />
  );
}

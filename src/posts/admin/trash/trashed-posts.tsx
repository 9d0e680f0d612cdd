import { useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { ignoreMissing } from '../../../admin/api.ts';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { EmptyState } from '../../../admin/lists/empty-state.tsx';
import { ListStatus } from '../../../admin/lists/list-status.tsx';
import { LoadMore } from '../../../admin/lists/load-more.tsx';
import { usePagedList } from '../../../admin/lists/use-paged-list.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import type { trash } from '../../api/trash.ts';
import type { TrashedPost } from '../../trash.ts';
import { TrashList } from './trash-list.tsx';

const api = caller<typeof trash>();

export type TrashPage = OutputOf<typeof trash, 'GET', '/admin/trash'>;

export const TRASH_FAILURE = 'Failed to load the trash. Please try again.';

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
  const { isBusy, failure, submit } = useSubmit();
  const [notice, setNotice] = useState('');
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
    heading.current?.focus();
  }

  async function restore(post: TrashedPost) {
    setNotice('');
    const answer = await submit(
      () => api('POST', '/admin/trash/:id/restore', { param: { id: post.id }, json: {} }),
      'Failed to restore the post. Please try again.',
    );
    if (!answer.ok) return;
    const { title, slug } = answer.value.post;
    removeRow(post, `Restored “${title}” as a draft at /blog/${slug}.`);
    onRestored?.();
  }

  async function erase(post: TrashedPost) {
    const question = `Permanently delete “${post.title}” and its revisions? This cannot be undone.`;
    if (!window.confirm(question)) return;
    setNotice('');
    const answer = await submit(
      () => ignoreMissing(api('DELETE', '/admin/trash/:id', { param: { id: post.id } })),
      'Failed to delete the post. Please try again.',
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
          isBusy={isBusy}
          isLoading={isLoading}
          onRestore={restore}
          onErase={mayErase ? erase : null}
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

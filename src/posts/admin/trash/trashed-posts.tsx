import { RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { ignoreMissing } from '../../../admin/api.ts';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { EmptyState, ListStatus, LoadMore } from '../../../admin/lists/list-parts.tsx';
import { usePagedList } from '../../../admin/lists/use-paged-list.ts';
import { dateAndTime } from '../../../admin/times.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { retention } from '../../../content/retention.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { trash } from '../../api/trash.ts';
import type { TrashedPost } from '../../trash.ts';
import { withPost } from '../dashboard/posts-list.tsx';

const api = caller<typeof trash>();

export type TrashPage = OutputOf<typeof trash, 'GET', '/admin/trash'>;

type TrashedPostsProps = {
  loaded: TrashPage;
  q: string;
  /** Only administrators delete for ever. */
  mayErase: boolean;
  /** Called after a post left the trash. */
  onChanged: () => void;
};

/** Deleted posts, which can be restored. */
export function TrashedPosts({ loaded, q, mayErase, onChanged }: TrashedPostsProps) {
  const list = usePagedList({
    first: loaded,
    rows: 'posts',
    read: (cursor) => api('GET', '/admin/trash', { query: { q, cursor } }),
    failure: 'Failed to load the trash. Please try again.',
  });
  const { isBusy, failure, submit } = useSubmit();
  const [notice, setNotice] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoading = useNavigation().state === 'loading';
  const { posts, total } = list.page ?? loaded;

  function remove(id: string, done: string) {
    list.change((page) => withPost(page, id, null));
    setNotice(done);
    // The pressed button, which had the focus, is removed.
    heading.current?.focus();
    onChanged();
  }

  async function restore({ id, title }: TrashedPost) {
    setNotice('');
    const answer = await submit(
      () => api('POST', '/admin/trash/:id/restore', { param: { id }, json: {} }),
      'Failed to restore the post. Please try again.',
    );
    if (answer.ok) remove(id, `Restored “${title}” as a draft at /blog/${answer.value.post.slug}.`);
  }

  async function erase({ id, title }: TrashedPost) {
    const question = `Permanently delete “${title}” and its revisions? This cannot be undone.`;
    if (!window.confirm(question)) return;
    setNotice('');
    const answer = await submit(
      () => ignoreMissing(api('DELETE', '/admin/trash/:id', { param: { id } })),
      'Failed to delete the post. Please try again.',
    );
    if (answer.ok) remove(id, `Permanently deleted “${title}”.`);
  }

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
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        Deleted posts stay here for {retention.trash.label}. A restored one is a draft, with its
        revisions and old addresses, but not its preview link.
      </p>
      <div className="mt-3 space-y-3">
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
        {posts.length === 0 ? (
          <EmptyState
            title={q === '' ? 'The trash is empty' : 'No deleted posts match'}
            text={q === '' ? 'Posts that you delete are listed here.' : 'Try different words.'}
          />
        ) : (
          <ul
            aria-busy={isLoading}
            className="divide-y divide-line rounded-card border border-line bg-surface transition-opacity aria-busy:opacity-60"
          >
            {posts.map((post) => (
              <Row key={post.id} post={post}>
                <Button
                  variant="secondary"
                  disabled={isBusy}
                  aria-label={`Restore ${post.title}`}
                  onClick={() => void restore(post)}
                >
                  <RotateCcw aria-hidden className="size-4" />
                  Restore
                </Button>
                {mayErase ? (
                  <Button
                    variant="danger"
                    disabled={isBusy}
                    aria-label={`Delete permanently ${post.title}`}
                    onClick={() => void erase(post)}
                  >
                    <Trash2 aria-hidden className="size-4" />
                    Delete permanently
                  </Button>
                ) : null}
              </Row>
            ))}
          </ul>
        )}
      </div>
      <LoadMore list={list} />
    </>
  );
}

function Row({ post, children }: { post: TrashedPost; children: ReactNode }) {
  const { title, slug, status, deletedAt, deletedBy, expiresAt } = post;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-full text-muted text-xs [overflow-wrap:anywhere] lg:basis-72">
        <p dir="auto" className="font-medium text-ink text-sm">
          <Subscripts text={title} />
        </p>
        <p className="mt-1 flex items-baseline gap-2">
          <Badge tone={status === 'published' ? 'teal' : 'stone'}>
            <span className="capitalize">{status}</span>
          </Badge>
          <span className="font-mono">{slug}</span>
        </p>
        <p className="mt-2">
          Deleted <time dateTime={deletedAt}>{dateAndTime(deletedAt)}</time> by{' '}
          <EmailText text={deletedBy ?? 'the program'} />.
        </p>
        <p>
          Will be permanently deleted on <time dateTime={expiresAt}>{dateAndTime(expiresAt)}</time>.
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-3">
        {children}
      </div>
    </li>
  );
}

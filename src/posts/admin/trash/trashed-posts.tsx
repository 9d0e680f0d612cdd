import { RotateCcw, Trash2 } from 'lucide-react';
import { ignoreMissing } from '../../../admin/api.ts';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { ListHeading, RowList } from '../../../admin/lists/list-parts.tsx';
import { dateAndTime } from '../../../admin/times.ts';
import { useAction } from '../../../admin/use-action.ts';
import { retention } from '../../../content/retention.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { trash } from '../../api/trash.ts';
import type { TrashedPost } from '../../trash.ts';

const api = caller<typeof trash>();

export type TrashPage = OutputOf<typeof trash, 'GET', '/admin/trash'>;

/** Only administrators delete for ever. */
type TrashedPostsProps = { loaded: TrashPage; q: string; mayErase: boolean };

export function TrashedPosts({ loaded: { posts, total }, q, mayErase }: TrashedPostsProps) {
  const { isBusy, failure, notice, focused, act } = useAction();

  function restore({ id, title }: TrashedPost) {
    void act(
      () => api('POST', '/admin/trash/:id/restore', { param: { id }, json: {} }),
      'Failed to restore the post. Please try again.',
      ({ post }) => `Restored “${title}” as a draft at /blog/${post.slug}.`,
    );
  }

  function erase({ id, title }: TrashedPost) {
    const question = `Permanently delete “${title}” and its revisions? This cannot be undone.`;
    if (!window.confirm(question)) return;
    void act(
      () => ignoreMissing(api('DELETE', '/admin/trash/:id', { param: { id } })),
      'Failed to delete the post. Please try again.',
      `Permanently deleted “${title}”.`,
    );
  }

  return (
    <>
      <ListHeading
        ref={focused}
        title="Deleted posts"
        notice={notice}
        status={total === 0 ? null : `${posts.length} of ${total} shown`}
      />
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        Deleted posts stay here for {retention.trash.label}. A restored one is a draft, with its
        revisions and old addresses, but not its preview link. The search finds those that are not
        shown.
      </p>
      <div aria-busy={isBusy}>
        {failure && <ErrorBox className="mt-3">{failure}</ErrorBox>}
        <RowList
          rows={posts}
          empty={{
            title: q === '' ? 'The trash is empty' : 'No deleted posts match',
            text: q === '' ? 'Posts that you delete are listed here.' : 'Try different words.',
          }}
          row={(post) => (
            <li key={post.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
              <div className="min-w-0 flex-1 basis-full text-muted text-xs lg:basis-72">
                <p dir="auto" className="font-medium text-ink text-sm">
                  <Subscripts text={post.title} />
                </p>
                <p className="mt-1 flex items-baseline gap-2">
                  <Badge tone={post.status === 'published' ? 'teal' : 'stone'}>
                    <span className="capitalize">{post.status}</span>
                  </Badge>
                  <span className="font-mono">{post.slug}</span>
                </p>
                <p className="mt-2">
                  Deleted <time dateTime={post.deletedAt}>{dateAndTime(post.deletedAt)}</time> by{' '}
                  <EmailText text={post.deletedBy ?? 'the program'} />.
                </p>
                <p>
                  Will be permanently deleted on{' '}
                  <time dateTime={post.expiresAt}>{dateAndTime(post.expiresAt)}</time>.
                </p>
              </div>
              <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-3">
                <Button
                  variant="secondary"
                  disabled={isBusy}
                  aria-label={`Restore ${post.title}`}
                  onClick={() => restore(post)}
                >
                  <RotateCcw aria-hidden className="size-4" />
                  Restore
                </Button>
                {mayErase ? (
                  <Button
                    variant="danger"
                    disabled={isBusy}
                    aria-label={`Delete permanently ${post.title}`}
                    onClick={() => erase(post)}
                  >
                    <Trash2 aria-hidden className="size-4" />
                    Delete permanently
                  </Button>
                ) : null}
              </div>
            </li>
          )}
        />
      </div>
    </>
  );
}

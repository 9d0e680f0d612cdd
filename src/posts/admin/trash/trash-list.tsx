import { RotateCcw, Trash2 } from 'lucide-react';
import { EmailText } from '../../../admin/email-text.tsx';
import { dateAndTime } from '../../../admin/times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { TrashedPost } from '../../trash.ts';

type RowProps = {
  isBusy: boolean;
  onRestore: (post: TrashedPost) => void;
  /** Null for a writer, who may not. */
  onErase: ((post: TrashedPost) => void) | null;
};

type TrashListProps = RowProps & { posts: readonly TrashedPost[]; isLoading: boolean };

export function TrashList({ posts, isLoading, ...row }: TrashListProps) {
  return (
    <ul
      aria-busy={isLoading}
      className="mt-3 divide-y divide-line rounded-card border border-line bg-surface transition-opacity aria-busy:opacity-60"
    >
      {posts.map((post) => (
        <Row key={post.id} {...row} post={post} />
      ))}
    </ul>
  );
}

function Row({ post, ...row }: RowProps & { post: TrashedPost }) {
  const { onErase } = row;
  const { title, slug, status, deletedAt, deletedBy, expiresAt } = post;
  return (
    <li className="space-y-3 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-4">
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
            Will be permanently deleted on{' '}
            <time dateTime={expiresAt}>{dateAndTime(expiresAt)}</time>.
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-3">
          <Button
            variant="secondary"
            disabled={row.isBusy}
            aria-label={`Restore ${title}`}
            onClick={() => row.onRestore(post)}
          >
            <RotateCcw aria-hidden className="size-4" />
            Restore
          </Button>
          {onErase === null ? null : (
            <Button
              variant="danger"
              disabled={row.isBusy}
              aria-label={`Permanently delete ${title}`}
              onClick={() => onErase(post)}
            >
              <Trash2 aria-hidden className="size-4" />
              Delete permanently
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

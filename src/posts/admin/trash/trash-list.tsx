import { RotateCcw, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { EmailText } from '../../../admin/email-text.tsx';
import { dateAndTime } from '../../../admin/times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { isSlug, LIMITS } from '../../post.ts';
import type { TrashedPost } from '../../trash.ts';
import { afterRestoring } from './restoration.ts';

type RowProps = {
  isBusy: boolean;
  /** @param slug a new one, when its own is taken */
  onRestore: (post: TrashedPost, slug?: string) => void;
  /** Null for a writer, who may not. */
  onErase: ((post: TrashedPost) => void) | null;
  /** Leaves a post without a slug where it is. */
  onCancel: () => void;
};

/** A post that needs a new slug, and why. */
export type SlugConflict = { id: string; reason: string };

type TrashListProps = RowProps & {
  posts: readonly TrashedPost[];
  slugConflict: SlugConflict | null;
  isLoading: boolean;
};

export function TrashList({ posts, slugConflict, isLoading, ...row }: TrashListProps) {
  return (
    <ul
      aria-busy={isLoading}
      className="mt-3 divide-y divide-line rounded-card border border-line bg-surface transition-opacity aria-busy:opacity-60"
    >
      {posts.map((post) => (
        <Row
          key={post.id}
          {...row}
          post={post}
          slugConflict={post.id === slugConflict?.id ? slugConflict : null}
        />
      ))}
    </ul>
  );
}

function Row({
  post,
  slugConflict,
  ...row
}: RowProps & { post: TrashedPost; slugConflict: SlugConflict | null }) {
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
          <p>{afterRestoring(post, new Date().toISOString())}</p>
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
      {slugConflict === null ? null : <NewSlug {...row} post={post} reason={slugConflict.reason} />}
    </li>
  );
}

const SUFFIX = '-restored';

/** Asks for another slug, since another post has taken that of the deleted one. */
function NewSlug({
  post,
  reason,
  isBusy,
  onRestore,
  onCancel,
}: RowProps & { post: TrashedPost; reason: string }) {
  const [slug, setSlug] = useState(`${post.slug.slice(0, LIMITS.slug - SUFFIX.length)}${SUFFIX}`);
  const [error, setError] = useState<string | undefined>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const isValid = isSlug(slug);
    setError(isValid ? undefined : 'Lower-case letters a–z and digits, joined by single hyphens.');
    if (isValid) onRestore(post, slug);
  }

  return (
    <form onSubmit={submit} className="max-w-xl space-y-3 border-amber border-l-2 pl-4">
      <TextField
        label="New slug"
        value={slug}
        error={error ?? reason}
        maxLength={LIMITS.slug}
        autoFocus
        onChange={({ target }) => setSlug(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isBusy}>
          Restore with this slug
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Leave it in the trash
        </Button>
      </div>
    </form>
  );
}

import { dateAndTime } from '../../../admin/times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { isPublic } from '../../post.ts';
import type { AdminPostSummary } from '../../reading.ts';

/** Whether a post is public, will be, or has changes that are not. */
export function StatusBadges({ post }: { post: AdminPostSummary }) {
  return (
    <span className="flex flex-wrap items-start gap-1">
      {isScheduled(post) ? (
        <Badge tone="amber">Scheduled</Badge>
      ) : (
        <Badge tone={post.status === 'published' ? 'teal' : 'stone'}>
          <span className="capitalize">{post.status}</span>
        </Badge>
      )}
      <ChangesBadge {...post} />
    </span>
  );
}

/** The public sees it from its date on. */
export function isScheduled(post: AdminPostSummary): boolean {
  return post.status === 'published' && !isPublic(post, new Date().toISOString());
}

/** Unpublished changes; the title says whose, and when they are published. Of a draft: why it was held. */
function ChangesBadge({ status, changes }: Pick<AdminPostSummary, 'status' | 'changes'>) {
  // A server of an older version does not tell.
  if (!changes) return null;
  const { savedAt, savedBy, publishAt, problem } = changes;
  if (problem !== null) {
    return (
      <span title={problem}>
        <Badge tone="danger">
          {status === 'draft' ? 'Not published' : 'Changes not published'}
        </Badge>
        <span className="block whitespace-normal text-danger text-xs">{problem}</span>
      </span>
    );
  }
  return (
    <span title={`Saved ${dateAndTime(savedAt)} by ${savedBy ?? 'the program'}`}>
      <Badge tone="amber">Unpublished changes</Badge>
      {publishAt === null ? null : (
        <span className="block text-muted text-xs">Public on {dateAndTime(publishAt)}</span>
      )}
    </span>
  );
}

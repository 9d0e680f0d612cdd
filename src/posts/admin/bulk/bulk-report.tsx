import { X } from 'lucide-react';
import { Link } from '../../../ui/link.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { nameOf, summaryOf } from './bulk-messages.ts';
import type { BulkOutcome, BulkRun } from './use-bulk-action.ts';

/** Says how far an action on several posts is, or what it did. */
export function announcementOf({ action, posts, outcomes, isUnderWay }: BulkRun): string {
  return isUnderWay
    ? `${nameOf(action)}: ${outcomes.length} of ${posts.length} done…`
    : summaryOf(action, outcomes);
}

/** How far an action on several posts is, then what it did and which posts it could not change. */
export function BulkReport({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const { action, posts, outcomes, isUnderWay } = run;
  const failed = outcomes.filter(({ detail }) => detail !== null);
  return (
    <div className="w-full text-sm max-lg:mb-3 lg:order-last lg:mt-2">
      {isUnderWay ? (
        <p className="flex flex-wrap items-center gap-3">
          <progress
            aria-label={nameOf(action)}
            value={outcomes.length}
            max={posts.length}
            className="accent-teal"
          />
          {announcementOf(run)}
        </p>
      ) : (
        <div
          className={`rounded-card border border-l-4 bg-surface py-0.5 pl-4 ${failed.length === 0 ? 'border-teal' : 'border-amber'}`}
        >
          <div className="flex items-center justify-between gap-4">
            <p>{announcementOf(run)}</p>
            <button
              type="button"
              aria-label="Close this report"
              onClick={onClose}
              className="icon-button"
            >
              <X aria-hidden className="size-4" />
            </button>
          </div>
          <ul className="mb-3 max-h-40 space-y-1.5 overflow-y-auto pr-4 empty:hidden">
            {failed.map((outcome) => (
              <Failed key={outcome.id} outcome={outcome} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Failed({ outcome: { post, title, detail } }: { outcome: BulkOutcome }) {
  return (
    <li className="[overflow-wrap:anywhere]">
      {post === null ? (
        `“${title}”`
      ) : (
        <Link to={`/admin/edit-post/${post.slug}`} className="prose-link" dir="auto">
          <Subscripts text={post.title} />
        </Link>
      )}
      : {detail}
    </li>
  );
}

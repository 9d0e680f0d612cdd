import { X } from 'lucide-react';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { BulkResult } from '../../bulk-editing.ts';
import { nameOf, summaryOf } from './bulk-messages.ts';
import { type BulkRun, interruption } from './use-bulk-action.ts';

type BulkReportProps = { run: BulkRun; onGoOn: () => void; onClose: () => void };

/** How far an action on several posts is, and what it did to each. */
export function BulkReport({ run, onGoOn, onClose }: BulkReportProps) {
  const interrupted = interruption(run);
  return (
    <div className="w-full space-y-3 text-sm max-lg:mb-3 lg:order-last lg:mt-2">
      {run.isUnderWay ? <Progress run={run} /> : null}
      {!run.isUnderWay && run.results.length > 0 ? <Outcomes run={run} onClose={onClose} /> : null}
      {interrupted === null ? null : (
        <>
          <ErrorBox>{interrupted}</ErrorBox>
          <Button variant="secondary" onClick={onGoOn}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}

/** Tells screen readers how far it is, or what it did. */
export function announcementOf({ action, posts, results, isUnderWay }: BulkRun): string {
  if (isUnderWay) return `${nameOf(action)}: ${results.length} of ${posts.length} done…`;
  return results.length === 0 ? '' : summaryOf(action, results);
}

function Progress({ run }: { run: BulkRun }) {
  const { action, results, posts } = run;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <progress
        aria-label={nameOf(action)}
        value={results.length}
        max={posts.length}
        className="accent-teal"
      />
      {announcementOf(run)}
    </p>
  );
}

function Outcomes({ run, onClose }: Pick<BulkReportProps, 'run' | 'onClose'>) {
  const { action, posts, results } = run;
  const titles = new Map(posts.map(({ id, title }) => [id, title]));
  const failed = results.filter(({ detail }) => detail !== null);
  return (
    <div
      className={`rounded-card border border-l-4 bg-surface py-0.5 pl-4 ${failed.length === 0 ? 'border-teal' : 'border-amber'}`}
    >
      <div className="flex items-center justify-between gap-4">
        <p>{summaryOf(action, results)}</p>
        <button
          type="button"
          aria-label="Close this report"
          onClick={onClose}
          className="icon-button"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      {failed.length === 0 ? null : (
        <ul className="mb-3 max-h-40 space-y-1.5 overflow-y-auto pr-4">
          {failed.map((result) => (
            <Failed key={result.id} result={result} title={titles.get(result.id) ?? ''} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Failed({ result: { post, detail }, title }: { result: BulkResult; title: string }) {
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

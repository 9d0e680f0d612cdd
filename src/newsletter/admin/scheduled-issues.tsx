import { useRevalidator } from 'react-router';
import { caller } from '../../admin/caller.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { dateAndTime } from '../../admin/times.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';
import type { scheduledIssues } from '../api/issues.ts';
import type { ScheduledIssue } from '../scheduled-rows.ts';

const api = caller<typeof scheduledIssues>();

export const LIST = 'mt-3 divide-y divide-line rounded-card border border-line bg-surface';
export const ROW =
  'group flex min-h-14 items-center justify-between gap-x-4 gap-y-0.5 px-4 py-3 text-sm no-underline -outline-offset-2 transition-colors hover:bg-ink/4 max-sm:flex-wrap *:last:shrink-0';

/** The issues that wait for their time, and those that could not be sent then. */
export function ScheduledIssues({ issues }: { issues: readonly ScheduledIssue[] }) {
  const { isBusy, failure, submit } = useSubmit();
  const { revalidate } = useRevalidator();

  async function cancel({ id, etag, subject, title }: ScheduledIssue) {
    if (!window.confirm(`Cancel the newsletter “${subject ?? title}”? It will not go out.`)) return;
    await submit(
      () => api('DELETE', '/admin/newsletter/scheduled/:id', { param: { id }, query: { etag } }),
      'Failed to cancel the newsletter. Please try again.',
    );
    // Also after a failure: somebody else may have been faster.
    await revalidate();
  }

  return (
    <section className="mt-8">
      <h2 className="font-medium text-lg">Scheduled</h2>
      {failure === null ? null : (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <ol className={LIST}>
        {issues.map((issue) => (
          <li key={issue.id} className="flex flex-wrap items-center justify-end pr-3 max-sm:pb-3">
            <Link
              to={`/admin/newsletter/${issue.slug}`}
              className={`${ROW} min-w-0 flex-1 basis-80`}
            >
              <Row {...issue} />
            </Link>
            <Button
              variant="secondary"
              aria-label={`Cancel the newsletter ${issue.subject ?? issue.title}`}
              disabled={isBusy}
              onClick={() => cancel(issue)}
            >
              Cancel
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Row({ title, subject, sendAt, problem }: ScheduledIssue) {
  return (
    <>
      <span className="min-w-0">
        <span
          dir="auto"
          className="block font-medium group-hover:underline [overflow-wrap:anywhere]"
        >
          <Subscripts text={subject ?? title} />
        </span>
        {problem === null ? null : <span className="block text-danger text-xs">{problem}</span>}
      </span>
      <span className="flex items-center gap-3 text-muted text-xs">
        {problem === null ? (
          <Badge tone="amber">Scheduled</Badge>
        ) : (
          <Badge tone="danger">Not sent</Badge>
        )}
        <time dateTime={sendAt}>{dateAndTime(sendAt)}</time>
      </span>
    </>
  );
}

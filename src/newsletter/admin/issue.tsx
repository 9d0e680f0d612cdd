import { useState } from 'react';
import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { BackLink } from '../../admin/back-link.tsx';
import { caller } from '../../admin/caller.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { orFail, pageLoader } from '../../admin/session/page-loader.ts';
import { dateAndTime } from '../../admin/times.ts';
import { usePolling } from '../../admin/use-polling.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { privateMeta } from '../../ui/seo.ts';
import { Subscripts } from '../../ui/subscripts.tsx';
import type { issues } from '../api/issues.ts';
import type { Issue as SentIssue } from '../issues.ts';
import type { Route } from './+types/issue.ts';
import { FormsNotices, readForms } from './forms-notice.tsx';
import { issueStateLabel, numberOf, progressLabel } from './newsletter-labels.ts';

const api = caller<typeof issues>();

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Newsletter: ${loaderData?.loaded?.issue.title ?? 'post'}`);

export const clientLoader = forAdministrators(
  pageLoader(
    'Failed to load the issue. Please try again.',
    async ({ params }: Route.ClientLoaderArgs) => {
      const [issue, { mailFolder }] = await Promise.all([
        api('GET', '/admin/newsletter/issues/:id', { param: params }),
        readForms(),
      ]);
      return { issue: orFail(issue), mailFolder };
    },
  ),
);

/** An issue: one sending of a post, with its progress and the outcome of each mail. */
export default function Issue({ loaderData }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin/newsletter">Back to newsletter</BackLink>
      {loaded === null ? (
        <>
          <h1 className="display text-2xl">Newsletter issue</h1>
          <LoadFailure message={failure} />
        </>
      ) : (
        <LoadedIssue key={loaded.issue.id} loaded={loaded.issue} mailFolder={loaded.mailFolder} />
      )}
    </div>
  );
}

type LoadedIssueProps = { loaded: SentIssue; mailFolder: string | null };

function LoadedIssue({ loaded, mailFolder }: LoadedIssueProps) {
  const [issue, setIssue] = useState(loaded);
  const { isBusy, failure, submit } = useSubmit();
  const { waiting } = issue.progress;
  const param = { id: issue.id };
  const pollFailure = usePolling({
    // An answer that is under way when sending is stopped counts no more.
    isActive: waiting > 0 && !isBusy,
    read: () => api('GET', '/admin/newsletter/issues/:id', { param }),
    onChange: setIssue,
  });

  async function stop() {
    const question = `Stop sending? ${numberOf(waiting, 'waiting email')} will be withdrawn.`;
    if (!window.confirm(question)) return;
    const answer = await submit(
      () => api('POST', '/admin/newsletter/issues/:id/stop', { param }),
      'Failed to stop sending. Please try again.',
    );
    if (answer.ok) setIssue(answer.value);
  }

  return (
    <>
      <h1 dir="auto" className="display text-2xl [overflow-wrap:anywhere]">
        <Subscripts text={issue.title} />
      </h1>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        Sent to {numberOf(issue.recipients, 'subscriber')} by {issue.sentBy} on{' '}
        <time dateTime={issue.sendAt}>{dateAndTime(issue.sendAt)}</time>
      </p>
      {issue.subject === issue.title ? null : (
        <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
          Subject: <span className="text-ink">{issue.subject}</span>
        </p>
      )}
      <section
        aria-label="Progress"
        className="mt-6 rounded-card border border-line bg-surface p-5 md:p-6"
      >
        <progress
          aria-label="Emails processed"
          value={issue.recipients - waiting}
          max={issue.recipients}
          className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-stone-tint [&::-moz-progress-bar]:bg-teal [&::-webkit-progress-bar]:bg-stone-tint [&::-webkit-progress-value]:bg-teal"
        />
        <p className="mt-3 font-medium tabular-nums">{progressLabel(issue)}</p>
        <p role="status" className="mt-1 text-muted text-sm">
          {issueStateLabel(issue, pollFailure)}
        </p>
        {waiting === 0 ? null : (
          <Button variant="danger" className="mt-4" disabled={isBusy} onClick={stop}>
            Stop sending
          </Button>
        )}
        {failure && <ErrorBox className="mt-4">{failure}</ErrorBox>}
      </section>
      <div className="mt-6 empty:hidden">
        <FormsNotices isLive mailFolder={mailFolder} />
      </div>
    </>
  );
}

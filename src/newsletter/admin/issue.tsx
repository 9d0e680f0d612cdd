import { useState } from 'react';
import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { failureMessage } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { orLogin } from '../../admin/session/expired-session.ts';
import { dateAndTime } from '../../admin/times.ts';
import { usePolling } from '../../admin/use-polling.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { privateMeta } from '../../ui/seo.ts';
import type { issues } from '../api/issues.ts';
import type { Issue as SentIssue } from '../issues.ts';
import type { Route } from './+types/issue.ts';
import { BackToNewsletter } from './back-to-newsletter.tsx';
import { issueStateLabel, numberOf, progressLabel } from './newsletter-labels.ts';
import { Recipients } from './recipients.tsx';

const api = caller<typeof issues>();

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Sent: ${loaderData?.issue?.title ?? 'post'}`);

export const clientLoader = forAdministrators(
  async ({ params, request }: Route.ClientLoaderArgs) => {
    const read = await api('GET', '/admin/newsletter/issues/:id', { param: params });
    const answer = orLogin(read, new URL(request.url));
    return answer.ok
      ? { issue: answer.value, failure: '' }
      : {
          issue: null,
          failure: failureMessage(answer.failure, 'Failed to load the issue. Please try again.'),
        };
  },
);

/** An issue: one sending of a post, with its progress and the outcome of each mail. */
export default function Issue({ loaderData }: Route.ComponentProps) {
  const { issue, failure } = loaderData;
  return (
    <div className="max-w-3xl">
      <BackToNewsletter />
      {issue === null ? (
        <>
          <h1 className="display text-2xl">Sent post</h1>
          <LoadFailure message={failure} />
        </>
      ) : (
        <LoadedIssue key={issue.id} loaded={issue} />
      )}
    </div>
  );
}

function LoadedIssue({ loaded }: { loaded: SentIssue }) {
  const [issue, setIssue] = useState(loaded);
  const param = { id: issue.id };
  const pollFailure = usePolling({
    isActive: issue.progress.waiting > 0,
    read: () => api('GET', '/admin/newsletter/issues/:id', { param }),
    onChange: setIssue,
  });
  const { isBusy, failure, submit } = useSubmit();
  const { waiting } = issue.progress;

  async function stop() {
    const mails =
      waiting === 1 ? 'The mail that has' : `The ${numberOf(waiting, 'mail')} that have`;
    if (!window.confirm(`Stop sending? ${mails} not been sent yet will not be.`)) return;
    const answer = await submit(
      () => api('POST', '/admin/newsletter/issues/:id/stop', { param }),
      'Failed to stop the sending. Please try again.',
    );
    if (answer.ok) setIssue(answer.value);
  }

  return (
    <>
      <h1 dir="auto" className="display text-2xl [overflow-wrap:anywhere]">
        {issue.title}
      </h1>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        Sent to {numberOf(issue.recipients, 'subscriber')} by {issue.sentBy} on{' '}
        <time dateTime={issue.sentAt}>{dateAndTime(issue.sentAt)}</time>
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
          aria-label="Mails that are settled"
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
        {failure === null ? null : (
          <div className="mt-4">
            <ErrorBox>{failure}</ErrorBox>
          </div>
        )}
      </section>
      <Recipients issue={issue} />
    </>
  );
}

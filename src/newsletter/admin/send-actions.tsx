import { CalendarClock, Mail, Send } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiFailure } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { useNavigateFromHere } from '../../admin/use-navigate-from-here.ts';
import type { useSubmit } from '../../admin/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import type { issues } from '../api/issues.ts';
import type { newsletterPreviews } from '../api/newsletter-previews.ts';
import type { scheduledIssues } from '../api/scheduled-issues.ts';
import type { IssueInput } from '../issue-input.ts';
import { FormsOff, MailInFiles } from './forms-notice.tsx';
import { actionLabel, obstacleTo, question, testNotice } from './send-labels.ts';
import { SendTime } from './send-time.tsx';
import type { Sendable } from './sendable.ts';
import { EarlierIssues, Waiting } from './sent-before.tsx';

const previewsApi = caller<typeof newsletterPreviews>();
const issuesApi = caller<typeof issues>();
const scheduledApi = caller<typeof scheduledIssues>();

const LIST = '/admin/newsletter';

type SendActionsProps = Sendable & {
  written: IssueInput;
  submission: ReturnType<typeof useSubmit>;
  sendAtError: string | undefined;
  /** Turns the question about unsaved changes off. */
  leaveFreely: () => void;
};

/** Sends a post to the subscribers: a test, now, or at a time. */
export function SendActions(props: SendActionsProps) {
  const { post, scheduled, issues, isLive, mailFolder, written, submission, leaveFreely } = props;
  const { isBusy, failure, cause, submit } = submission;
  const [sendAt, setSendAt] = useState(scheduled?.sendAt ?? null);
  const [notice, setNotice] = useState('');
  const navigate = useNavigateFromHere();
  const issue = { slug: post.slug, etag: post.etag, ...written };
  const obstacle = obstacleTo(props, sendAt);

  async function leave(path: string) {
    leaveFreely();
    await navigate(path);
  }

  async function testSending() {
    setNotice('');
    const answer = await submit(
      () => previewsApi('POST', '/admin/newsletter/tests', { json: issue }),
      'Failed to send the test. Please try again.',
    );
    if (answer.ok) setNotice(testNotice(answer.value.to, mailFolder));
  }

  /** @param time null for now */
  function save(time: string | null) {
    if (scheduled === null) {
      // After the latest issue, so that the same call made twice sends once.
      const again = issues[0]?.id ?? false;
      const json = { ...issue, again, sendAt: time };
      return issuesApi('POST', '/admin/newsletter/issues', { json });
    }
    const { id, etag } = scheduled;
    const json = { ...written, etag, sendAt: time };
    return scheduledApi('PUT', '/admin/newsletter/scheduled/:id', { param: { id }, json });
  }

  async function send() {
    if (!window.confirm(question(props))) return;
    setNotice('');
    const answer = await submit(() => save(null), 'Failed to send the post. Please try again.');
    if (answer.ok) await leave(`${LIST}/issues/${answer.value.id}`);
  }

  async function schedule(instant: string) {
    setNotice('');
    const failed = 'Failed to schedule the newsletter. Please try again.';
    const answer = await submit(() => save(instant), failed);
    if (answer.ok) await leave(LIST);
  }

  async function cancel() {
    if (scheduled === null) return;
    const name = scheduled.subject ?? post.title;
    if (!window.confirm(`Cancel the newsletter “${name}”? It will not go out.`)) return;
    const { id, etag } = scheduled;
    const answer = await submit(
      () =>
        scheduledApi('DELETE', '/admin/newsletter/scheduled/:id', {
          param: { id },
          query: { etag },
        }),
      'Failed to cancel the newsletter. Please try again.',
    );
    if (answer.ok) await leave(LIST);
  }

  return (
    <section aria-label="Send" className="space-y-5">
      {isLive ? null : <FormsOff />}
      {mailFolder === null ? null : <MailInFiles folder={mailFolder} />}
      <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
        {scheduled === null ? null : <Waiting {...scheduled} />}
        {issues.length === 0 ? null : <EarlierIssues issues={issues} mailFolder={mailFolder} />}
        <SendTime sendAt={sendAt} onChange={setSendAt} error={props.sendAtError} />
        <div className="flex flex-col gap-2">
          <Button variant="secondary" disabled={isBusy} onClick={testSending}>
            <Mail aria-hidden className="size-4" />
            {mailFolder === null ? 'Send me a test' : 'Write a test to a file'}
          </Button>
          <Button
            disabled={isBusy || obstacle !== null}
            onClick={() => (sendAt === null ? send() : schedule(sendAt))}
          >
            {sendAt === null ? (
              <Send aria-hidden className="size-4" />
            ) : (
              <CalendarClock aria-hidden className="size-4" />
            )}
            {actionLabel(props, sendAt)}
          </Button>
          {scheduled === null ? null : (
            <Button variant="danger" disabled={isBusy} onClick={cancel}>
              Cancel newsletter
            </Button>
          )}
        </div>
        {obstacle === null ? null : <p className="text-muted text-sm">{obstacle}</p>}
        <p role="status" className="text-sm text-teal [overflow-wrap:anywhere] empty:-mt-4">
          {notice}
        </p>
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
        <Superseded cause={cause} />
      </div>
    </section>
  );
}

/** Shown after a failure because somebody else was faster. */
function Superseded({ cause }: { cause: ApiFailure | null }) {
  const { revalidate } = useRevalidator();
  const isSuperseded = cause?.kind === 'rejected' && (cause.status === 409 || cause.status === 404);
  return isSuperseded ? (
    <Button variant="secondary" onClick={revalidate}>
      Show the current version
    </Button>
  ) : null;
}

import { CalendarClock, Mail, Send } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiResult } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { DateTimeField } from '../../admin/date-time-field.tsx';
import { ErrorBox } from '../../admin/error-box.tsx';
import { publishDateField, publishInstant } from '../../admin/publish-date.ts';
import { longDate } from '../../admin/times.ts';
import { useNavigateFromHere } from '../../admin/use-navigate-from-here.ts';
import { useNow } from '../../admin/use-polling.ts';
import type { useSubmit } from '../../admin/use-submit.ts';
import { inBothZones } from '../../admin/zones.ts';
import { isPublic, type Post } from '../../posts/post.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import type { issues, newsletterPreviews } from '../api/issues.ts';
import type { IssueInput } from '../issue-input.ts';
import type { Issue } from '../issues.ts';
import { type Forms, FormsNotices } from './forms-notice.tsx';
import { numberOf } from './newsletter-labels.ts';

/** A post, with the data that decides whether it can be sent. */
export type Sendable = Forms & {
  post: Post;
  /** Null while none waits for its time. */
  scheduled: Issue | null;
  /** Those that were sent, the latest first. */
  issues: Issue[];
  readers: number;
};

type SendTimeProps = {
  /** ISO 8601 in UTC; null for now. */
  sendAt: string | null;
  onChange: (sendAt: string | null) => void;
  error: string | undefined;
};

const HOUR_MS = 60 * 60 * 1000;

/** Now, or at a time in the browser's zone, which is also said in the site's. */
function SendTime({ sendAt, onChange, error }: SendTimeProps) {
  const now = useNow();
  const [field, setField] = useState(publishDateField(sendAt));
  const isLater = sendAt !== null || field !== '';

  function choose(value: string) {
    setField(value);
    onChange(publishInstant(value, sendAt));
  }

  return (
    <fieldset className="text-sm">
      <legend className="font-medium">When</legend>
      {(
        [
          ['Now', false],
          ['At a set time', true],
        ] as const
      ).map(([label, later]) => (
        <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="send-time"
            className="size-5"
            checked={later === isLater}
            onChange={() => choose(later ? nextHour(now) : '')}
          />
          {label}
        </label>
      ))}
      {isLater ? (
        <div className="mt-2">
          <DateTimeField
            label="Time"
            event="Goes out"
            field={field}
            instant={sendAt}
            error={error}
            onChange={(value) => value !== '' && choose(value)}
          />
        </div>
      ) : null}
    </fieldset>
  );
}

/** The full hour after the next, as the value of a datetime-local input. */
function nextHour(now: Date): string {
  const next = new Date(Math.ceil((now.getTime() + HOUR_MS) / HOUR_MS) * HOUR_MS);
  return publishDateField(next.toISOString());
}

const previewsApi = caller<typeof newsletterPreviews>();
const issuesApi = caller<typeof issues>();

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
  const { revalidate } = useRevalidator();
  const issue = { slug: post.slug, etag: post.etag, ...written };
  const obstacle = obstacleTo(props, sendAt);
  const ActionIcon = sendAt === null ? Send : CalendarClock;

  /** @param url of the page that the call leads to; undefined to stay */
  async function act<T>(
    call: () => Promise<ApiResult<T>>,
    failed: string,
    url?: (value: T) => string,
  ): Promise<ApiResult<T>> {
    setNotice('');
    const answer = await submit(call, `${failed} Please try again.`);
    if (answer.ok && url !== undefined) {
      leaveFreely();
      await navigate(url(answer.value));
    }
    return answer;
  }

  async function testSending() {
    const call = () => previewsApi('POST', '/admin/newsletter/tests', { json: issue });
    const answer = await act(call, 'Failed to send the test.');
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
    const param = { id: scheduled.id };
    const json = { ...written, sendAt: time };
    return issuesApi('PUT', '/admin/newsletter/issues/:id', { param, json });
  }

  function send() {
    if (sendAt !== null) {
      return act(
        () => save(sendAt),
        'Failed to schedule the newsletter.',
        () => LIST,
      );
    }
    if (!window.confirm(question(props))) return;
    return act(
      () => save(null),
      'Failed to send the post.',
      ({ id }) => `${LIST}/issues/${id}`,
    );
  }

  function cancel({ id, subject }: Issue) {
    const name = subject ?? post.title;
    if (!window.confirm(`Cancel the newsletter “${name}”? It will not go out.`)) return;
    const call = () => issuesApi('DELETE', '/admin/newsletter/issues/:id', { param: { id } });
    return act(call, 'Failed to cancel the newsletter.', () => LIST);
  }

  return (
    <section aria-label="Send" className="space-y-5">
      <FormsNotices isLive={isLive} mailFolder={mailFolder} />
      <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
        {scheduled === null ? null : <Waiting {...scheduled} />}
        {issues.length === 0 ? null : <EarlierIssues issues={issues} />}
        <SendTime sendAt={sendAt} onChange={setSendAt} error={props.sendAtError} />
        <div className="flex flex-col gap-2">
          <Button variant="secondary" disabled={isBusy} onClick={testSending}>
            <Mail aria-hidden className="size-4" />
            {mailFolder === null ? 'Send me a test' : 'Write a test to a file'}
          </Button>
          <Button disabled={isBusy || obstacle !== null} onClick={send}>
            <ActionIcon aria-hidden className="size-4" />
            {actionLabel(props, sendAt)}
          </Button>
          {scheduled === null ? null : (
            <Button variant="danger" disabled={isBusy} onClick={() => cancel(scheduled)}>
              Cancel newsletter
            </Button>
          )}
        </div>
        {obstacle === null ? null : <p className="text-muted text-sm">{obstacle}</p>}
        <p role="status" className="text-sm text-teal [overflow-wrap:anywhere] empty:-mt-4">
          {notice}
        </p>
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
        {/* Somebody else was faster. */}
        {cause?.kind === 'rejected' && [404, 409].includes(cause.status) ? (
          <Button variant="secondary" onClick={revalidate}>
            Show the current version
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** What the sending of a post is called, asks, and why it cannot be done. */

export function actionLabel(sendable: Sendable, sendAt: string | null) {
  const { scheduled, issues, readers, mailFolder } = sendable;
  const people = numberOf(readers, 'subscriber');
  if (sendAt === null && mailFolder !== null) return `Write ${numberOf(readers, 'email')} to files`;
  if (sendAt === null) return `Send ${issues.length === 0 ? '' : 'again '}to ${people}`;
  return scheduled === null ? `Schedule for ${people}` : 'Save changes';
}

/** Names the subject, which may differ from the title of the post. */
export function question(sendable: Sendable & { written: IssueInput }): string {
  const { post, scheduled, issues, readers, mailFolder, written } = sendable;
  const subject = `“${written.subject ?? post.title}”`;
  const people = numberOf(readers, 'subscriber');
  if (mailFolder !== null) {
    return `Write ${numberOf(readers, 'email')} with the subject ${subject} to ${mailFolder}? No mail server is set, so no subscriber gets one.`;
  }
  const [latest] = issues;
  if (latest === undefined || scheduled !== null) {
    return `Send ${subject} to ${people} now? Emails cannot be recalled.`;
  }
  return `This post already went out on ${longDate(latest.sendAt)}. Send it again, as ${subject}, to ${people}?`;
}

/** What has become of a test. */
export function testNotice(to: string, mailFolder: string | null): string {
  return mailFolder === null
    ? `A test is on its way to ${to}.`
    : `A test for ${to} is saved as a file in ${mailFolder}.`;
}

/** Why a post cannot be sent at an instant, or now; null when it can. */
function obstacleTo(
  { post, readers, isLive, written }: Sendable & { written: IssueInput },
  sendAt: string | null,
): string | null {
  const now = new Date().toISOString();
  if (!isLive) return 'The newsletter is off while forms are not live.';
  if (written.subject?.trim() === '') return 'A newsletter needs a subject.';
  if (sendAt !== null && sendAt <= now) return 'Choose a time in the future.';
  if (!isPublic(post, sendAt ?? now)) {
    return post.status === 'published'
      ? 'The post will not be public by then. Choose a later time.'
      : 'Only published posts can go out as newsletters.';
  }
  // By then there may be somebody.
  return readers === 0 && sendAt === null ? 'There are no confirmed subscribers yet.' : null;
}

/** The sending that waits for its time, or failed at it. */
function Waiting({ sendAt, sentBy, problem }: Issue) {
  return problem === null ? (
    <p className="text-sm [overflow-wrap:anywhere]">
      Scheduled by {sentBy}. It goes out with the post as it is at that time.
    </p>
  ) : (
    <p className="rounded-md bg-danger-tint px-4 py-3 text-danger text-sm">
      It did not go out on {inBothZones(sendAt)}. {problem}
    </p>
  );
}

/** When a post was sent, and to how many. */
function EarlierIssues({ issues }: Pick<Sendable, 'issues'>) {
  return (
    <div className="text-sm">
      <p className="font-medium">Already sent</p>
      <ul>
        {issues.map(({ id, sendAt, recipients }) => (
          <li key={id}>
            <Link to={`/admin/newsletter/issues/${id}`} className="prose-link inline-block py-2.5">
              {longDate(sendAt)}, for {numberOf(recipients, 'subscriber')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

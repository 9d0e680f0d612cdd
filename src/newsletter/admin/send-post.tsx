import { CalendarClock, Mail, Send } from 'lucide-react';
import { useState } from 'react';
import { administratorsLoader } from '../../accounts/admin/session/verification.ts';
import type { ApiResult } from '../../admin/api.ts';
import { BackLink } from '../../admin/back-link.tsx';
import { caller } from '../../admin/caller.ts';
import { DateTimeField } from '../../admin/date-time-field.tsx';
import { ErrorBox } from '../../admin/error-box.tsx';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { publishDateField, publishInstant } from '../../admin/publish-date.ts';
import { orFail } from '../../admin/session/page-loader.ts';
import { longDate } from '../../admin/times.ts';
import { useNavigateFromHere } from '../../admin/use-navigate-from-here.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { useUnsavedChanges } from '../../admin/use-unsaved-changes.ts';
import { inBothZones } from '../../admin/zones.ts';
import type { publicPosts } from '../../posts/api/posts.ts';
import type { Post } from '../../posts/post.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { privateMeta } from '../../ui/seo.ts';
import { Subscripts } from '../../ui/subscripts.tsx';
import type { issues } from '../api/issues.ts';
import type { Issue } from '../issues.ts';
import type { Route } from './+types/send-post.ts';
import { EmailPreview } from './email-preview.tsx';
import { type Forms, FormsNotices, readForms, readReaders } from './forms-notice.tsx';
import { numberOf } from './newsletter-labels.ts';

const api = caller<typeof issues>();

const SUBJECT_CHARS = 150;
const INTRODUCTION_CHARS = 5_000;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Newsletter: ${loaderData?.loaded?.post.title ?? 'post'}`);

const FAILURE = 'Failed to load the newsletter. Please try again.';

type Sendable = Forms & {
  post: Post;
  /** Null while none waits for its time. */
  scheduled: Issue | null;
  latest: Issue | undefined;
  readers: number;
};

export const clientLoader = administratorsLoader(
  FAILURE,
  async ({ params: { slug } }: Route.ClientLoaderArgs): Promise<Sendable> => {
    const [post, listed, readers, forms] = await Promise.all([
      caller<typeof publicPosts>()('GET', '/blog/posts/:slug', { param: { slug } }),
      api('GET', '/admin/newsletter/issues', { query: { slug } }),
      readReaders(),
      readForms(),
    ]);
    const { issues: all } = orFail(listed);
    return {
      post: orFail(post),
      scheduled: all.find(({ state }) => state === 'scheduled') ?? null,
      latest: all.find(({ state }) => state === 'sent'),
      readers,
      ...forms,
    };
  },
);

export default function SendPost({ loaderData }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  return (
    <>
      <BackLink to="/admin/newsletter">Back to newsletter</BackLink>
      {loaded === null ? (
        <>
          <h1 className="display text-2xl">Send a post</h1>
          <LoadFailure message={failure} />
        </>
      ) : (
        <SendForm key={loaded.post.id + (loaded.scheduled?.id ?? '')} sendable={loaded} />
      )}
    </>
  );
}

function SendForm({ sendable }: { sendable: Sendable }) {
  const { post, scheduled, latest, isLive, mailFolder } = sendable;
  const storedSubject = scheduled?.subject ?? post.title;
  const storedText = scheduled?.introduction ?? '';
  const [subject, setSubject] = useState(storedSubject);
  const [introduction, setIntroduction] = useState(storedText);
  const [time, setTime] = useState(publishDateField(scheduled?.sendAt ?? null));
  const { isBusy, failure, issues: invalid, notice, submit } = useSubmit();
  const leaveFreely = useUnsavedChanges(subject !== storedSubject || introduction !== storedText);
  const navigate = useNavigateFromHere();
  // Without a subject of its own, an issue follows the title of the post.
  const written = { subject: subject === post.title ? null : subject, introduction };
  const issue = { slug: post.slug, etag: post.etag, ...written };
  const sendAt = publishInstant(time, scheduled?.sendAt ?? null);
  const ActionIcon = sendAt === null ? Send : CalendarClock;
  const readers = numberOf(sendable.readers, 'subscriber');
  const scheduling = scheduled === null ? `Schedule for ${readers}` : 'Save changes';

  const testSending = () =>
    submit(
      () => api('POST', '/admin/newsletter/tests', { json: issue }),
      'Failed to send the test. Please try again.',
      ({ to }) => `A test is on its way to ${to}.`,
    );

  async function leaveAfter(call: () => Promise<ApiResult<unknown>>, failed: string) {
    if (!(await submit(call, `${failed} Please try again.`)).ok) return;
    leaveFreely();
    await navigate('/admin/newsletter');
  }

  async function send() {
    const before = latest ? `This post already went out on ${longDate(latest.sendAt)}. ` : '';
    const question = `${before}Send “${subject}” to ${readers} now? Emails cannot be recalled.`;
    if (sendAt === null && !window.confirm(question)) return;
    const change = { ...written, sendAt };
    // After the latest issue, so that the same call made twice sends once.
    const added = { ...issue, again: latest?.id ?? false, sendAt };
    await leaveAfter(
      () =>
        scheduled === null
          ? api('POST', '/admin/newsletter/issues', { json: added })
          : api('PUT', '/admin/newsletter/issues/:id', {
              param: { id: scheduled.id },
              json: change,
            }),
      sendAt === null ? 'Failed to send the post.' : 'Failed to schedule the newsletter.',
    );
  }

  async function cancel({ id, subject }: Issue) {
    const name = subject ?? post.title;
    if (!window.confirm(`Cancel the newsletter “${name}”? It will not go out.`)) return;
    const call = () => api('DELETE', '/admin/newsletter/issues/:id', { param: { id } });
    await leaveAfter(call, 'Failed to cancel the newsletter.');
  }

  return (
    <>
      <h1 dir="auto" className="display text-2xl [overflow-wrap:anywhere]">
        <Subscripts text={post.title} />
      </h1>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="min-w-0 space-y-5">
          <TextField
            label="Subject"
            required
            maxLength={SUBJECT_CHARS}
            value={subject}
            error={subject.trim() === '' ? 'A newsletter needs a subject.' : invalid.subject}
            onChange={(event) => setSubject(event.target.value)}
          />
          <TextArea
            label="Introduction"
            hint="Optional. Markdown, shown above the post."
            rows={4}
            maxLength={INTRODUCTION_CHARS}
            className="field-sizing-content max-h-96 min-h-28"
            value={introduction}
            error={invalid.introduction}
            onChange={(event) => setIntroduction(event.target.value)}
          />
        </div>
        <div className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <section aria-label="Send" className="space-y-5">
            <FormsNotices isLive={isLive} mailFolder={mailFolder} />
            <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
              {scheduled === null ? null : <Waiting {...scheduled} />}
              {latest && (
                <p className="text-sm">
                  Already sent on {longDate(latest.sendAt)}, to{' '}
                  {numberOf(latest.recipients, 'subscriber')}.
                </p>
              )}
              <DateTimeField
                label="Send at"
                hint="Leave empty to send now"
                event="Goes out"
                required={false}
                value={time}
                instant={sendAt}
                error={invalid.sendAt}
                onChange={setTime}
              />
              <div className="flex flex-col gap-2">
                <Button variant="secondary" disabled={isBusy} onClick={testSending}>
                  <Mail aria-hidden className="size-4" />
                  Send me a test
                </Button>
                <Button disabled={isBusy} onClick={send}>
                  <ActionIcon aria-hidden className="size-4" />
                  {sendAt === null ? `Send to ${readers}` : scheduling}
                </Button>
                {scheduled === null ? null : (
                  <Button variant="danger" disabled={isBusy} onClick={() => cancel(scheduled)}>
                    Cancel newsletter
                  </Button>
                )}
              </div>
              <p role="status" className="text-sm text-teal [overflow-wrap:anywhere] empty:-mt-4">
                {notice}
              </p>
              {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
            </div>
          </section>
        </div>
        <EmailPreview slug={post.slug} etag={post.etag} written={written} />
      </div>
    </>
  );
}

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

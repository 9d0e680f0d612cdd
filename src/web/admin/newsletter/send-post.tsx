import { Mail, Send } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Issue } from '../../../domain/newsletter/issues.ts';
import { isPublic, type Post } from '../../../domain/posts/post.ts';
import { privateMeta } from '../../seo.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { firstFailure, readPost } from '../api.ts';
import { ErrorBox } from '../error-box.tsx';
import { readUnread } from '../inbox/inbox-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { orLogin } from '../login-redirect.ts';
import { longDate } from '../times.ts';
import { useSubmit } from '../use-submit.ts';
import type { Route } from './+types/send-post.ts';
import { BackToNewsletter } from './back-to-newsletter.tsx';
import { FormsOff } from './forms-notice.tsx';
import {
  countSubscribers,
  type EmailPreview,
  listIssues,
  readEmailPreview,
  sendIssue,
  sendTest,
} from './newsletter-api.ts';
import { numberOf } from './newsletter-labels.ts';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Send: ${loaderData?.loaded?.post.title ?? 'post'}`);

const FAILURE = 'Failed to load the letter. Please try again.';

/** A post as an email, with the data that decides whether it can be sent. */
type Sendable = {
  post: Post;
  email: EmailPreview;
  issues: Issue[];
  readers: number;
  isLive: boolean;
};

export async function clientLoader({ params: { slug }, request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const answers = await Promise.all([
    readPost(slug),
    readEmailPreview(slug),
    listIssues({ slug }),
    countSubscribers(),
    readUnread(),
  ]);
  const [post, email, issues, counts, forms] = answers;
  for (const answer of answers) orLogin<unknown>(answer, url);
  if (post.ok && email.ok && issues.ok && counts.ok && forms.ok) {
    const loaded: Sendable = {
      post: post.value,
      email: email.value,
      issues: issues.value.issues,
      readers: counts.value.confirmed,
      isLive: forms.value.liveForms,
    };
    return { loaded, failure: '' };
  }
  return { loaded: null, failure: firstFailure(answers, FAILURE) };
}

/** One post as an email: preview, test and sending. */
export default function SendPost({ loaderData }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  return (
    <>
      <BackToNewsletter />
      {loaded === null ? (
        <>
          <h1 className="display text-2xl">Send a post</h1>
          <LoadFailure message={failure} />
        </>
      ) : (
        <Sending key={loaded.post.id} sendable={loaded} />
      )}
    </>
  );
}

function Sending({ sendable }: { sendable: Sendable }) {
  const { post, email } = sendable;
  return (
    <>
      <h1 dir="auto" className="display text-2xl [overflow-wrap:anywhere]">
        {post.title}
      </h1>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="lg:sticky lg:top-24 lg:order-2">
          <SendActions {...sendable} />
        </div>
        <div className="min-w-0">
          <h2 className="font-medium text-lg">The letter</h2>
          <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
            Subject: <span className="text-ink">{email.subject}</span>
          </p>
          <iframe
            title="The letter as mail programs show it"
            src={email.address}
            sandbox=""
            className="mt-3 block h-[min(44rem,75vh)] w-full rounded-card border border-line bg-surface"
          />
          <details className="mt-4 rounded-card border border-line bg-surface">
            <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-medium text-sm">
              The text version
            </summary>
            <pre className="whitespace-pre-wrap border-line border-t p-4 font-mono text-xs leading-relaxed [overflow-wrap:anywhere]">
              {email.text}
            </pre>
          </details>
        </div>
      </div>
    </>
  );
}

function SendActions({ post, issues, readers, isLive }: Sendable) {
  const { isBusy, failure, submit } = useSubmit();
  const [notice, setNotice] = useState('');
  const navigate = useNavigate();
  const latest = issues[0];
  const obstacle = obstacleTo({ post, readers, isLive });

  async function testSending() {
    setNotice('');
    const answer = await submit(
      () => sendTest(post.slug),
      'Failed to send the test. Please try again.',
    );
    if (answer.ok) setNotice(`A test is on its way to ${answer.value.to}.`);
  }

  async function send() {
    const people = numberOf(readers, 'subscriber');
    const question =
      latest === undefined
        ? `Send “${post.title}” to ${people} now? What is sent cannot be called back.`
        : `“${post.title}” was sent on ${longDate(latest.sentAt)} already. Send it again to ${people}?`;
    if (!window.confirm(question)) return;
    setNotice('');
    const answer = await submit(
      () => sendIssue(post.slug, latest?.id ?? false),
      'Failed to send the post. Please try again.',
    );
    if (answer.ok) await navigate(`/admin/newsletter/issues/${answer.value.id}`);
  }

  return (
    <section aria-label="Send" className="space-y-5">
      {isLive ? null : <FormsOff />}
      <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
        {issues.length === 0 ? null : <EarlierIssues issues={issues} />}
        <div className="flex flex-col gap-2">
          <Button look="secondary" disabled={isBusy} onClick={testSending}>
            <Mail aria-hidden className="size-4" />
            Send a test to me
          </Button>
          <Button disabled={isBusy || obstacle !== null} onClick={send}>
            <Send aria-hidden className="size-4" />
            Send {latest === undefined ? '' : 'again '}to {numberOf(readers, 'subscriber')}
          </Button>
        </div>
        {obstacle === null ? null : <p className="text-muted text-sm">{obstacle}</p>}
        <p role="status" className="text-sm text-teal [overflow-wrap:anywhere] empty:-mt-4">
          {notice}
        </p>
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      </div>
    </section>
  );
}

function EarlierIssues({ issues }: { issues: readonly Issue[] }) {
  return (
    <div className="text-sm">
      <p className="font-medium">Sent before</p>
      <ul>
        {issues.map(({ id, sentAt, recipients }) => (
          <li key={id}>
            <Link to={`/admin/newsletter/issues/${id}`} className="prose-link inline-block py-2.5">
              {longDate(sentAt)}, to {numberOf(recipients, 'subscriber')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why a post cannot be sent; null when it can. */
function obstacleTo({ post, readers, isLive }: Pick<Sendable, 'post' | 'readers' | 'isLive'>) {
  if (!isLive) return 'Nothing can be sent while forms are not live.';
  if (!isPublic(post, new Date().toISOString())) return 'Only a published post can be sent.';
  return readers === 0 ? 'Nobody has confirmed a subscription yet.' : null;
}

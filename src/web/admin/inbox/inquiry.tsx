import { ArrowLeft, Reply, ShieldAlert } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useNavigate, useOutletContext } from 'react-router';
import type { InquiryChange, InquiryDetails } from '../../../domain/inquiries/inbox.ts';
import { privateMeta } from '../../seo.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { ignoreMissing, refusalMessage } from '../api.ts';
import { ErrorBox } from '../error-box.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { orLogin } from '../login-redirect.ts';
import { dateAndTime } from '../times.ts';
import { useSubmit } from '../use-submit.ts';
import type { Route } from './+types/inquiry.ts';
import type { InboxContext } from './inbox.tsx';
import { deleteInquiry, markInquiry, openInquiry } from './inbox-api.ts';
import { jobLabel, kindLabel } from './inquiry-labels.ts';
import { Note } from './note.tsx';
import { replyUrl } from './reply.ts';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Inbox: ${loaderData?.inquiry?.name ?? 'inquiry'}`);

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const answer = orLogin(await openInquiry(params.id), new URL(request.url));
  if (answer.ok) return { inquiry: answer.value, isGone: false, failure: '' };
  const { refusal } = answer;
  const isGone = refusal.kind === 'refused' && [404, 422].includes(refusal.status);
  const failure = refusalMessage(refusal, 'Failed to load the inquiry. Please try again.');
  return { inquiry: null, isGone, failure };
}

/** A search beside it does not read it again: reading would undo "Mark as unread". */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;
}

/** One inquiry with its actions. */
export default function Inquiry({ loaderData }: Route.ComponentProps) {
  const { inquiry, isGone, failure } = loaderData;
  const { search } = useOutletContext<InboxContext>();
  return (
    <article className="lg:p-6">
      <Link
        to={{ pathname: '/admin/inbox', search }}
        viewTransition={false}
        className="-mt-4 mb-2 inline-flex min-h-11 items-center gap-2 text-sm no-underline hover:text-teal lg:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All inquiries
      </Link>
      <div className="max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-4">
        {inquiry === null ? (
          isGone ? (
            <Gone />
          ) : (
            <LoadFailure message={failure} />
          )
        ) : (
          <LoadedInquiry key={inquiry.id} loaded={inquiry} />
        )}
      </div>
    </article>
  );
}

function Gone() {
  return (
    <div className="py-12 text-center">
      <h2 className="font-medium">This inquiry is not here</h2>
      <p className="mt-1 text-muted text-sm">
        Its address is not complete, or it has been deleted since.
      </p>
    </div>
  );
}

function LoadedInquiry({ loaded }: { loaded: InquiryDetails }) {
  const [inquiry, setInquiry] = useState(loaded);
  const { search, onChanged, onRemoved } = useOutletContext<InboxContext>();
  const { isBusy, failure, submit } = useSubmit();
  const [notice, setNotice] = useState('');
  const isGone = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();

  const onOpened = useEffectEvent(() => onChanged(loaded));
  useEffect(() => {
    // After the focus of the page's heading, which follows every navigation.
    queueMicrotask(() => heading.current?.focus());
    onOpened();
  }, []);

  function change(changed: InquiryDetails) {
    setInquiry(changed);
    onChanged(changed);
  }

  function close() {
    return navigate({ pathname: '/admin/inbox', search }, { preventScrollReset: true });
  }

  async function mark(marks: InquiryChange, done: string): Promise<boolean> {
    setNotice('');
    const answer = await submit(
      () => markInquiry(inquiry, marks),
      'Failed to mark the inquiry. Please try again.',
    );
    if (!answer.ok) return false;
    change(answer.value);
    setNotice(done);
    return true;
  }

  async function leaveUnread() {
    if (await mark({ isRead: false }, '')) await close();
  }

  async function remove() {
    if (!window.confirm(`Delete the inquiry of ${inquiry.name}? This cannot be undone.`)) return;
    const answer = await submit(
      () => ignoreMissing(deleteInquiry(inquiry)),
      'Failed to delete the inquiry. Please try again.',
    );
    if (!answer.ok) return;
    isGone.current = true;
    onRemoved(inquiry);
    await close();
  }

  const isHandled = inquiry.handledAt !== null;
  return (
    <>
      <Sender inquiry={inquiry} heading={heading} />
      {inquiry.isSuspected ? (
        <div className="mt-5 rounded-md bg-amber-tint p-4 text-amber text-sm">
          <p className="flex gap-2">
            <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            Suspected: a field was filled in that people do not see and programs do. No mail was
            sent about this inquiry.
          </p>
          <Button
            look="secondary"
            className="mt-3"
            disabled={isBusy}
            onClick={() => mark({ isSuspected: false }, 'It is in the inbox now.')}
          >
            A person wrote this
          </Button>
        </div>
      ) : null}
      <div className="mt-5 flex flex-wrap gap-2">
        <ButtonLink href={replyUrl(inquiry)}>
          <Reply aria-hidden className="size-4" />
          Reply
        </ButtonLink>
        <Button
          look="secondary"
          disabled={isBusy}
          onClick={() =>
            mark({ isHandled: !isHandled }, isHandled ? 'It is open again.' : 'It is handled.')
          }
        >
          {isHandled ? 'Open again' : 'Mark as handled'}
        </Button>
        <Button look="secondary" disabled={isBusy} onClick={leaveUnread}>
          Mark as unread
        </Button>
        <Button look="danger" disabled={isBusy} onClick={remove}>
          Delete
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-teal empty:mt-0">
        {notice}
      </p>
      {failure === null ? null : (
        <div className="mt-4">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <section aria-label="Message" className="mt-5 border-line border-t pt-5">
        {inquiry.message === '' ? (
          <p className="text-muted text-sm">There is no message.</p>
        ) : (
          <p dir="auto" className="max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere]">
            {inquiry.message}
          </p>
        )}
      </section>
      <div className="mt-6 border-line border-t pt-5">
        <Note inquiry={inquiry} isGone={isGone} onSaved={change} />
      </div>
    </>
  );
}

type SenderProps = { inquiry: InquiryDetails; heading: Ref<HTMLHeadingElement> };

function Sender({ inquiry, heading }: SenderProps) {
  const job = jobLabel(inquiry);
  return (
    <div>
      <div className="flex flex-wrap gap-1.5">
        <Badge tone="stone">{kindLabel(inquiry)}</Badge>
        {inquiry.handledAt === null ? null : <Badge tone="teal">Handled</Badge>}
        {inquiry.isSuspected ? <Badge tone="amber">Suspected</Badge> : null}
      </div>
      <h2 ref={heading} tabIndex={-1} className="display mt-2 text-xl [overflow-wrap:anywhere]">
        {inquiry.name}
      </h2>
      <p className="mt-1 text-sm [overflow-wrap:anywhere]">{inquiry.email}</p>
      {job === '' ? null : <p className="text-muted text-sm [overflow-wrap:anywhere]">{job}</p>}
      <p className="mt-1 text-muted text-xs">
        Received <time dateTime={inquiry.receivedAt}>{dateAndTime(inquiry.receivedAt)}</time>
        {inquiry.handledAt === null ? null : (
          <>
            , handled <time dateTime={inquiry.handledAt}>{dateAndTime(inquiry.handledAt)}</time>
          </>
        )}
      </p>
    </div>
  );
}

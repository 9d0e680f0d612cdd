import { Reply, ShieldAlert } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate, useOutletContext } from 'react-router';
import { ignoreMissing } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { EmailText } from '../../admin/email-text.tsx';
import { ErrorBox } from '../../admin/error-box.tsx';
import { NoticeBox } from '../../admin/notice-box.tsx';
import { dateAndTime, longDate } from '../../admin/times.ts';
import { useWhereabouts } from '../../admin/use-navigate-from-here.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { site } from '../../content/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { inquiries } from '../api/inquiries.ts';
import type { InquiryChange, InquiryDetails } from '../inquiry-views.ts';
import type { InboxContext } from './inbox-panes.tsx';
import { jobLabel, kindLabel } from './inquiry-labels.ts';
import { Note } from './note.tsx';

/** Some mail programs reject URLs of more than about 2,000 characters. */
const MAX_URL_LENGTH = 1_900;

const SUBJECTS: Record<InquiryDetails['kind'], string> = {
  contact: `your message to ${site.name}`,
  investor: `your investor inquiry to ${site.name}`,
  waitlist: `${site.name}'s waitlist`,
};

type RepliedInquiry = Pick<InquiryDetails, 'kind' | 'name' | 'email' | 'message' | 'receivedAt'>;

/** The mailto URL (RFC 6068) of a reply that quotes the message, cut to the maximum length. */
export function replyUrl({ kind, name, email, message, receivedAt }: RepliedInquiry): string {
  const draft = (quoted: string) => {
    const body = `\n\nOn ${oneLine(longDate(receivedAt))}, ${oneLine(name)} wrote:\n${quoted}`;
    // Everything is encoded, also the email, so that nothing can add a header.
    const to = encodeURIComponent(email).replace('%40', '@');
    return `mailto:${to}?subject=${encoded(`Re: ${SUBJECTS[kind]}`)}&body=${encoded(body)}`;
  };
  const characters = [...message.trim()];
  const full = draft(quote(characters.join('')));
  if (full.length <= MAX_URL_LENGTH) return full;
  const cut = (length: number) => draft(quote(`${characters.slice(0, length).join('')} […]`));
  // Binary search for the longest quote that fits: the encoded length of characters differs.
  let [fits, tooLong] = [0, characters.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (cut(middle).length <= MAX_URL_LENGTH) fits = middle;
    else tooLong = middle;
  }
  return cut(fits);
}

function quote(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Line breaks are CRLF in mail (RFC 6068, section 5). */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll('\n', '\r\n'));
}

const api = caller<typeof inquiries>();

/** An inquiry that was loaded, with its actions. */
export function LoadedInquiry({ loaded }: { loaded: InquiryDetails }) {
  const [inquiry, setInquiry] = useState(loaded);
  const { onChanged, onRemoved } = useOutletContext<InboxContext>();
  const { isBusy, failure, submit } = useSubmit();
  const [notice, setNotice] = useState('');
  const [isGone, setGone] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const whereabouts = useWhereabouts();
  const param = { id: loaded.id };

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

  /** Keeps a filter that was chosen while a request ran, and does nothing if another page was opened. */
  async function close() {
    if (whereabouts.current?.pathname !== pathname) return;
    const { search } = whereabouts.current;
    await navigate({ pathname: '/admin/inbox', search }, { preventScrollReset: true });
  }

  async function mark(marks: InquiryChange, done: string): Promise<boolean> {
    setNotice('');
    const answer = await submit(
      () => api('PATCH', '/admin/inquiries/:id', { param, json: marks }),
      'Failed to mark the enquiry. Please try again.',
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
    if (!window.confirm(`Delete the enquiry from ${inquiry.name}? This cannot be undone.`)) return;
    const answer = await submit(
      () => ignoreMissing(api('DELETE', '/admin/inquiries/:id', { param })),
      'Failed to delete the enquiry. Please try again.',
    );
    if (!answer.ok) return;
    // Its note asks no longer whether to leave.
    flushSync(() => setGone(true));
    onRemoved(inquiry);
    await close();
  }

  const isHandled = inquiry.handledAt !== null;
  return (
    <>
      <Sender inquiry={inquiry} heading={heading} />
      {inquiry.isSuspected ? (
        <NoticeBox className="mt-5">
          <p className="flex gap-2">
            <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            Suspected spam: a field that people cannot see was filled in. No email was sent about
            this enquiry.
          </p>
          <Button
            variant="secondary"
            className="mt-3"
            disabled={isBusy}
            onClick={() => mark({ isSuspected: false }, 'Moved to the inbox.')}
          >
            This is not spam
          </Button>
        </NoticeBox>
      ) : null}
      <div className="mt-5 flex flex-wrap gap-2">
        <ButtonLink href={replyUrl(inquiry)}>
          <Reply aria-hidden className="size-4" />
          Reply
        </ButtonLink>
        <Button
          variant="secondary"
          disabled={isBusy}
          onClick={() =>
            mark({ isHandled: !isHandled }, isHandled ? 'Marked as open.' : 'Marked as handled.')
          }
        >
          {isHandled ? 'Reopen' : 'Mark as handled'}
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={leaveUnread}>
          Mark as unread
        </Button>
        <Button variant="danger" className="ml-auto" disabled={isBusy} onClick={remove}>
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
          <p className="text-muted text-sm">No message.</p>
        ) : (
          <p dir="auto" className="max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere]">
            {inquiry.message}
          </p>
        )}
      </section>
      <div className="mt-6 border-line border-t pt-5">
        {isGone ? null : <Note inquiry={inquiry} onSaved={change} />}
      </div>
    </>
  );
}

type SenderProps = { inquiry: InquiryDetails; heading: Ref<HTMLHeadingElement> };

/** Who sent an inquiry, when, and what has become of it. */
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
      <p className="mt-1 text-sm [overflow-wrap:anywhere]">
        <EmailText text={inquiry.email} />
      </p>
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

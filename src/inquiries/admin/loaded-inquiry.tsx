import { Reply, ShieldAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useOutletContext } from 'react-router';
import { ignoreMissing } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { NoticeBox } from '../../admin/notice-box.tsx';
import { useWhereabouts } from '../../admin/use-navigate-from-here.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { inquiries } from '../api/inquiries.ts';
import type { InquiryChange, InquiryDetails } from '../inquiry-views.ts';
import type { InboxContext } from './inbox-panes.tsx';
import { Note } from './note.tsx';
import { replyUrl } from './reply.ts';
import { Sender } from './sender.tsx';

const api = caller<typeof inquiries>();

/** An inquiry that was loaded, with its actions. */
export function LoadedInquiry({ loaded }: { loaded: InquiryDetails }) {
  const [inquiry, setInquiry] = useState(loaded);
  const { onChanged, onRemoved } = useOutletContext<InboxContext>();
  const { isBusy, failure, submit } = useSubmit();
  const [notice, setNotice] = useState('');
  const isGone = useRef(false);
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
    isGone.current = true;
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
        <Note inquiry={inquiry} isGone={isGone} onSaved={change} />
      </div>
    </>
  );
}

import { Reply, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { administratorsLoader } from '../../accounts/admin/session/verification.ts';
import { ignoreMissing } from '../../admin/api.ts';
import { BackLink } from '../../admin/back-link.tsx';
import { caller } from '../../admin/caller.ts';
import { EmailText } from '../../admin/email-text.tsx';
import { ErrorBox } from '../../admin/error-box.tsx';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { NoticeBox } from '../../admin/notice-box.tsx';
import { orFail } from '../../admin/session/page-loader.ts';
import { dateAndTime } from '../../admin/times.ts';
import { useNavigateFromHere } from '../../admin/use-navigate-from-here.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { privateMeta } from '../../ui/seo.ts';
import type { inquiries } from '../api/inquiries.ts';
import type { Inquiry } from '../inbox.ts';
import type { Route } from './+types/inquiry.ts';
import { StateBadges } from './inbox.tsx';
import { kindLabel } from './inquiry-labels.ts';
import { Note } from './note.tsx';
import { replyUrl } from './reply.ts';
import { refreshUnread } from './unread.ts';

const api = caller<typeof inquiries>();

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Inbox: ${loaderData?.loaded?.name ?? 'enquiry'}`);

export const clientLoader = administratorsLoader(
  'Failed to load the enquiry. Please try again.',
  async ({ params }: Route.ClientLoaderArgs) =>
    orFail(await api('GET', '/admin/inquiries/:id', { param: params })),
);

export default function InquiryPage({ loaderData: { loaded, failure } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={`/admin/inbox${useLocation().search}`}>Back to inbox</BackLink>
      {loaded === null ? (
        <>
          <h1 className="display text-2xl">Inbox</h1>
          <LoadFailure message={failure} />
        </>
      ) : (
        <LoadedInquiry key={loaded.id} loaded={loaded} />
      )}
    </>
  );
}

type Marks = { isRead?: boolean; isHandled?: boolean; isSuspected?: boolean };

function LoadedInquiry({ loaded }: { loaded: Inquiry }) {
  const [inquiry, setInquiry] = useState(loaded);
  const { isBusy, failure, notice, submit } = useSubmit();
  const { search } = useLocation();
  const navigate = useNavigateFromHere();
  const param = { id: loaded.id };
  const close = (notice = '') =>
    navigate({ pathname: '/admin/inbox', search }, { state: { notice } });

  async function mark(json: Marks, done: string): Promise<boolean> {
    const answer = await submit(
      () => api('PATCH', '/admin/inquiries/:id', { param, json }),
      'Failed to mark the enquiry. Please try again.',
      done,
    );
    if (!answer.ok) return false;
    setInquiry(answer.value);
    void refreshUnread();
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
    if (answer.ok) await close(`Deleted the enquiry from ${inquiry.name}.`);
  }

  const isHandled = inquiry.handledAt !== null;
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        <Badge tone="stone">{kindLabel(inquiry)}</Badge>
        <StateBadges inquiry={inquiry} />
      </div>
      <h1 className="display mt-2 text-2xl [overflow-wrap:anywhere]">{inquiry.name}</h1>
      <p className="mt-1 text-sm [overflow-wrap:anywhere]">
        <EmailText text={inquiry.email} />
      </p>
      <p className="text-muted text-sm [overflow-wrap:anywhere]">
        {[inquiry.jobTitle, inquiry.company].filter((part) => part !== '').join(', ')}
      </p>
      <p className="mt-1 text-muted text-xs">
        Received <time dateTime={inquiry.receivedAt}>{dateAndTime(inquiry.receivedAt)}</time>
        {inquiry.handledAt && `, handled ${dateAndTime(inquiry.handledAt)}`}
      </p>
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
      {failure && <ErrorBox className="mt-4">{failure}</ErrorBox>}
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
        <Note inquiry={inquiry} onSaved={setInquiry} />
      </div>
    </>
  );
}

import { type ShouldRevalidateFunctionArgs, useParams } from 'react-router';
import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { failureMessage } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { MailFailure } from '../../admin/mail-failure.tsx';
import { orLogin } from '../../admin/session/expired-session.ts';
import { privateMeta } from '../../ui/seo.ts';
import type { inquiries } from '../api/inquiries.ts';
import type { Route } from './+types/inbox.ts';
import { InboxPanes, LIST_FAILURE } from './inbox-panes.tsx';
import { filterIn, InquirySearch } from './inquiry-search.tsx';
import { useUnread } from './unread.ts';

const api = caller<typeof inquiries>();

export const meta: Route.MetaFunction = () => privateMeta('Inbox');

export const clientLoader = forAdministrators(async ({ request }: Route.ClientLoaderArgs) => {
  const url = new URL(request.url);
  const filter = filterIn(url.searchParams);
  const [listed, forms] = await Promise.all([
    api('GET', '/admin/inquiries', { query: filter }),
    api('GET', '/admin/inquiries/unread'),
  ]);
  const answer = orLogin(listed, url);
  const mailFailure = forms.ok ? forms.value.mailFailure : null;
  return answer.ok
    ? { filter, mailFailure, page: answer.value, failure: '' }
    : { filter, mailFailure, page: null, failure: failureMessage(answer.failure, LIST_FAILURE) };
});

/** Opening an inquiry does not read the list again. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.search !== nextUrl.search || currentUrl.pathname === nextUrl.pathname;
}

/** The list of inquiries; on wide screens with the open one beside it. */
export default function Inbox({ loaderData }: Route.ComponentProps) {
  const { page, filter, mailFailure, failure } = loaderData;
  const isOpen = useParams().id !== undefined;
  const unread = useUnread();
  return (
    <>
      <div className={isOpen ? 'max-lg:sr-only' : ''}>
        <h1 className="display text-2xl">Inbox</h1>
        <p className="mt-1 text-muted text-sm">
          What visitors sent through the forms.{' '}
          <span className={`max-sm:block ${unread === null ? 'invisible' : ''}`}>
            {unread || 'None'} unread.
          </span>
        </p>
      </div>
      <div className={isOpen ? 'max-lg:hidden' : ''}>
        <MailFailure answer={mailFailure} />
        <InquirySearch filter={filter} />
      </div>
      {page === null ? (
        <LoadFailure message={failure} />
      ) : (
        <InboxPanes loaded={page} filter={filter} />
      )}
    </>
  );
}

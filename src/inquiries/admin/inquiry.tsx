import { ArrowLeft } from 'lucide-react';
import { type ShouldRevalidateFunctionArgs, useOutletContext } from 'react-router';
import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { failureMessage } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { orLogin } from '../../admin/session/page-loader.ts';
import { Link } from '../../ui/link.tsx';
import { privateMeta } from '../../ui/seo.ts';
import type { inquiries } from '../api/inquiries.ts';
import type { Route } from './+types/inquiry.ts';
import type { InboxContext } from './inbox-panes.tsx';
import { LoadedInquiry } from './loaded-inquiry.tsx';

const api = caller<typeof inquiries>();

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Inbox: ${loaderData?.inquiry?.name ?? 'enquiry'}`);

export const clientLoader = forAdministrators(
  async ({ params, request }: Route.ClientLoaderArgs) => {
    const answer = orLogin(
      await api('GET', '/admin/inquiries/:id', { param: params }),
      new URL(request.url),
    );
    if (answer.ok) return { inquiry: answer.value, isGone: false, failure: '' };
    const { failure: cause } = answer;
    const isGone = cause.kind === 'rejected' && [404, 422].includes(cause.status);
    const failure = failureMessage(cause, 'Failed to load the enquiry. Please try again.');
    return { inquiry: null, isGone, failure };
  },
);

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
        All enquiries
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
      <h2 className="font-medium">Enquiry not found</h2>
      <p className="mt-1 text-muted text-sm">Its address is incomplete, or it has been deleted.</p>
    </div>
  );
}

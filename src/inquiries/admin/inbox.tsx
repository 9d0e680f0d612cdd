import { useLocation } from 'react-router';
import { administratorsLoader } from '../../accounts/admin/session/verification.ts';
import { caller } from '../../admin/caller.ts';
import { ChoiceField } from '../../admin/choice-field.tsx';
import { DownloadButton, download } from '../../admin/download.tsx';
import { ListHeading, RowList } from '../../admin/lists/list-parts.tsx';
import { ANY, UrlSearch } from '../../admin/lists/search-form.tsx';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import { LoadedPage } from '../../admin/load-failure.tsx';
import { MailFailure } from '../../admin/notice-box.tsx';
import { orFail } from '../../admin/session/page-loader.ts';
import { isToday, longDate, timeOfDay } from '../../admin/times.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import { privateMeta } from '../../ui/seo.ts';
import type { inquiries } from '../api/inquiries.ts';
import type { Inquiry, InquiryFilter } from '../inbox.ts';
import type { Route } from './+types/inbox.ts';
import { KIND_NAMES, kindLabel } from './inquiry-labels.ts';

const api = caller<typeof inquiries>();
const exporting = caller<typeof inquiries>(download);

const FAILURE = 'Failed to load the inbox. Please try again.';

const STATE_NAMES: Record<NonNullable<InquiryFilter['state']>, string> = {
  unread: 'Unread',
  open: 'Open',
  handled: 'Handled',
  suspected: 'Suspected spam',
};

export const meta: Route.MetaFunction = () => privateMeta('Inbox');

export const clientLoader = administratorsLoader(
  FAILURE,
  async ({ request }: Route.ClientLoaderArgs) => {
    // The server rejects an unknown filter.
    const filter: InquiryFilter = Object.fromEntries(new URL(request.url).searchParams);
    const [page, forms] = await Promise.all([
      api('GET', '/admin/inquiries', { query: filter }),
      api('GET', '/admin/inquiries/unread'),
    ]);
    return { filter, first: orFail(page), mailFailure: orFail(forms).mailFailure };
  },
);

type InboxProps = NonNullable<Route.ComponentProps['loaderData']['loaded']>;

export default function InboxPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage title="Inbox" intro="What visitors sent through the forms." of={loaderData}>
      {(loaded) => <Inbox {...loaded} />}
    </LoadedPage>
  );
}

function Inbox({ first, filter, mailFailure }: InboxProps) {
  const list = usePagedList({
    first,
    rows: 'inquiries',
    read: (cursor) => api('GET', '/admin/inquiries', { query: { ...filter, cursor } }),
    failure: FAILURE,
  });
  const { inquiries, total, unread } = list.page ?? first;
  const { search, state } = useLocation();
  return (
    <>
      <MailFailure answer={mailFailure} />
      <UrlSearch
        label="Search enquiries"
        className="mt-6 grid grid-cols-[2fr_3fr] gap-3 md:grid-cols-[1fr_10rem_14rem] max-md:[&>:first-child]:col-span-2"
      >
        <ChoiceField
          label="Form"
          name="kind"
          defaultValue={filter.kind ?? ANY}
          choices={{ [ANY]: 'All', ...KIND_NAMES }}
        />
        <ChoiceField
          label="Status"
          name="state"
          defaultValue={filter.state ?? ANY}
          choices={{ [ANY]: 'All but spam', ...STATE_NAMES }}
        />
      </UrlSearch>
      <ListHeading
        title="Enquiries"
        notice={state?.notice ?? ''}
        status={`${inquiries.length} of ${total} shown, ${unread} unread`}
      />
      <RowList
        label="Enquiries"
        rows={inquiries}
        list={list}
        empty={{
          title: search === '' ? 'No enquiries yet' : 'No enquiries match',
          text: search === '' ? 'What visitors send appears here.' : 'Try other words or filters.',
        }}
        row={(inquiry) => (
          <li key={inquiry.id}>
            <Link
              to={{ pathname: `/admin/inbox/${inquiry.id}`, search }}
              className="block px-5 py-3 no-underline -outline-offset-2 transition-colors hover:bg-ink/4"
            >
              <Row inquiry={inquiry} />
            </Link>
          </li>
        )}
      />
      <DownloadButton call={() => exporting('GET', '/admin/inquiries/export', { query: filter })}>
        Export as CSV
      </DownloadButton>
    </>
  );
}

/** More than two lines, for those who hear them. */
const EXCERPT_CHARS = 200;

function Row({ inquiry }: { inquiry: Inquiry }) {
  const { name, company, message, receivedAt } = inquiry;
  const isUnread = inquiry.readAt === null;
  return (
    <>
      <span className="relative flex items-baseline gap-2">
        {isUnread ? (
          <span className="absolute inset-y-0 -left-3.5 my-auto size-2 rounded-full bg-teal">
            <span className="sr-only">Unread:</span>
          </span>
        ) : null}
        <span className={`min-w-0 grow truncate ${isUnread ? 'font-semibold' : ''}`}>{name}</span>
        <time dateTime={receivedAt} className="shrink-0 text-muted text-xs tabular-nums">
          {isToday(receivedAt) ? timeOfDay(receivedAt) : longDate(receivedAt)}
        </time>
      </span>
      <span className="block truncate text-muted text-xs">
        {[kindLabel(inquiry), company].filter((part) => part !== '').join(' · ')}
      </span>
      <span className="mt-1 line-clamp-2 [overflow-wrap:anywhere]">
        {message.slice(0, EXCERPT_CHARS)}
      </span>
      <span className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
        <StateBadges inquiry={inquiry} />
        {inquiry.note === '' ? null : <Badge tone="stone">Note</Badge>}
      </span>
    </>
  );
}

export function StateBadges({ inquiry }: { inquiry: Inquiry }) {
  return (
    <>
      {inquiry.handledAt === null ? null : <Badge tone="teal">Handled</Badge>}
      {inquiry.isSuspected ? <Badge tone="amber">Suspected</Badge> : null}
    </>
  );
}

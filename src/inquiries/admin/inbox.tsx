import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { caller, type OutputOf } from '../../admin/caller.ts';
import { DownloadButton, download } from '../../admin/download.tsx';
import { EmptyState, ListStatus, LoadMore } from '../../admin/lists/list-parts.tsx';
import { ANY, UrlSearch } from '../../admin/lists/search-form.tsx';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { MailFailure } from '../../admin/notice-box.tsx';
import { orFail, pageLoader } from '../../admin/session/page-loader.ts';
import { isToday, longDate, timeOfDay } from '../../admin/times.ts';
import { Badge } from '../../ui/badge.tsx';
import { SelectField } from '../../ui/field.tsx';
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

/** The server refuses what is no filter. */
const filterIn = (query: URLSearchParams) => Object.fromEntries(query) as InquiryFilter;

export const meta: Route.MetaFunction = () => privateMeta('Inbox');

export const clientLoader = forAdministrators(
  pageLoader(FAILURE, async ({ request }: Route.ClientLoaderArgs) => {
    const filter = filterIn(new URL(request.url).searchParams);
    const [page, forms] = await Promise.all([
      api('GET', '/admin/inquiries', { query: filter }),
      api('GET', '/admin/inquiries/unread'),
    ]);
    return { filter, page: orFail(page), mailFailure: orFail(forms).mailFailure };
  }),
);

export default function Inbox({ loaderData: { loaded, failure } }: Route.ComponentProps) {
  const { kind, state } = filterIn(useSearchParams()[0]);
  return (
    <>
      <h1 className="display text-2xl">Inbox</h1>
      <p className="mt-1 text-muted text-sm">What visitors sent through the forms.</p>
      <MailFailure answer={loaded?.mailFailure ?? null} />
      <UrlSearch
        label="Search enquiries"
        placeholder="Press / to search"
        className="mt-6 grid grid-cols-[2fr_3fr] gap-3 md:grid-cols-[1fr_10rem_14rem] max-md:[&>:first-child]:col-span-2"
      >
        <SelectField label="Form" name="kind" defaultValue={kind ?? ANY}>
          <Options names={{ [ANY]: 'All', ...KIND_NAMES }} />
        </SelectField>
        <SelectField label="Status" name="state" defaultValue={state ?? ANY}>
          <Options names={{ [ANY]: 'All but spam', ...STATE_NAMES }} />
        </SelectField>
      </UrlSearch>
      {loaded === null ? <LoadFailure message={failure} /> : <Enquiries {...loaded} />}
    </>
  );
}

function Options({ names }: { names: Record<string, string> }) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

type EnquiriesProps = {
  page: OutputOf<typeof inquiries, 'GET', '/admin/inquiries'>;
  filter: InquiryFilter;
};

function Enquiries({ page: first, filter }: EnquiriesProps) {
  const list = usePagedList({
    first,
    rows: 'inquiries',
    read: (cursor) => api('GET', '/admin/inquiries', { query: { ...filter, cursor } }),
    failure: FAILURE,
  });
  const { inquiries, total, unread } = list.page ?? first;
  const { search, state } = useLocation();
  const isLoading = useNavigation().state === 'loading';
  return (
    <>
      <div className="mt-6 flex flex-wrap items-baseline gap-x-4">
        <h2 className="font-medium text-lg">Enquiries</h2>
        <ListStatus notice={state?.notice ?? ''}>
          {`${inquiries.length} of ${total} shown, ${unread} unread`}
        </ListStatus>
      </div>
      {inquiries.length === 0 ? (
        <EmptyState
          title={search === '' ? 'No enquiries yet' : 'No enquiries match'}
          text={search === '' ? 'What visitors send appears here.' : 'Try other words or filters.'}
        />
      ) : (
        <ol
          aria-label="Enquiries"
          aria-busy={isLoading}
          className="mt-3 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface transition-opacity aria-busy:opacity-60"
        >
          {inquiries.map((inquiry) => (
            <li key={inquiry.id}>
              <Link
                to={{ pathname: `/admin/inbox/${inquiry.id}`, search }}
                className="block px-5 py-3 text-sm no-underline -outline-offset-2 transition-colors hover:bg-ink/4"
              >
                <Row inquiry={inquiry} />
              </Link>
            </li>
          ))}
        </ol>
      )}
      <LoadMore list={list} />
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

import { Check, Download, Inbox as InboxIcon, NotebookPen, ShieldAlert } from 'lucide-react';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation, useParams } from 'react-router';
import { caller, type OutputOf } from '../../admin/caller.ts';
import { download } from '../../admin/download.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { EmptyState, ListStatus, LoadMore } from '../../admin/lists/list-parts.tsx';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import { isToday, longDate, timeOfDay } from '../../admin/times.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { NavLink } from '../../ui/link.tsx';
import type { inquiries } from '../api/inquiries.ts';
import type { Inquiry, InquiryFilter } from '../inbox.ts';
import { kindLabel } from './inquiry-labels.ts';
import { refreshUnread } from './unread.ts';

const api = caller<typeof inquiries>();
const exporting = caller<typeof inquiries>(download());

/** The message when the list does not load. */
export const LIST_FAILURE = 'Failed to load the inbox. Please try again.';

/** How an open inquiry reports its changes to the list beside it. */
export type InboxContext = {
  /** The search of the URL, to keep in links. */
  search: string;
  onChanged: (inquiry: Inquiry) => void;
  onRemoved: (inquiry: Inquiry) => void;
};

type InboxPanesProps = {
  loaded: OutputOf<typeof inquiries, 'GET', '/admin/inquiries'>;
  filter: InquiryFilter;
};

/** The list of inquiries beside the open one, which the route's outlet shows. */
export function InboxPanes({ loaded, filter }: InboxPanesProps) {
  const list = usePagedList({
    first: loaded,
    rows: 'inquiries',
    read: (cursor) => api('GET', '/admin/inquiries', { query: { ...filter, cursor } }),
    failure: LIST_FAILURE,
  });
  const page = list.page ?? loaded;
  const [notice, setNotice] = useState('');
  const { isBusy, failure, submit } = useSubmit();
  const { id } = useParams();
  const isOpen = id !== undefined;
  const location = useLocation();
  const { state, location: next } = useNavigation();
  // Links keep a filter that is still loading.
  const { search } = next?.pathname.startsWith('/admin/inbox') ? next : location;
  const rows = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastOpen = useRef(id);

  // An inquiry is also closed by the browser's back button: its row takes the focus.
  const onOpened = useEffectEvent((opened: string | undefined) => {
    const closed = opened === undefined ? lastOpen.current : undefined;
    lastOpen.current = opened;
    if (closed === undefined) return;
    const row = rows.current?.querySelector<HTMLElement>(`a[href*="${closed}"]`);
    // After the focus of the page's heading, which follows every navigation.
    queueMicrotask(() => (row ?? heading.current)?.focus());
  });
  useEffect(() => onOpened(id), [id]);

  const context: InboxContext = {
    search,
    onChanged: (inquiry) => {
      list.change((before) => ({
        ...before,
        inquiries: before.inquiries.map((each) => (each.id === inquiry.id ? inquiry : each)),
      }));
      void refreshUnread();
    },
    onRemoved: (inquiry) => {
      list.change((before) => {
        const inquiries = before.inquiries.filter((each) => each.id !== inquiry.id);
        // A list that was read after the deletion has the new total already.
        const removed = before.inquiries.length - inquiries.length;
        return { ...before, inquiries, total: before.total - removed };
      });
      setNotice(`Deleted the enquiry from ${inquiry.name}.`);
      void refreshUnread();
    },
  };

  async function save() {
    setNotice('');
    const answer = await submit(
      () => exporting('GET', '/admin/inquiries/export', { query: filter }),
      'Failed to export the enquiries. Please try again.',
    );
    if (answer.ok) setNotice('The file has been saved.');
  }

  const { inquiries, total } = page;
  const hasPane = isOpen || inquiries.length > 0;
  return (
    <div
      className={`mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-8 ${hasPane ? 'lg:grid-cols-[19rem_minmax(0,1fr)] xl:grid-cols-[22.5rem_minmax(0,1fr)]' : ''}`}
    >
      <div ref={rows} className={isOpen ? 'max-lg:hidden' : ''}>
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
            Enquiries
          </h2>
          <ListStatus notice={notice}>
            {total === 0 ? null : `${inquiries.length} of ${total} shown`}
          </ListStatus>
        </div>
        {failure && <ErrorBox className="mt-3">{failure}</ErrorBox>}
        <InquiryList
          inquiries={inquiries}
          filter={filter}
          search={search}
          isLoading={state === 'loading' && next.search !== location.search}
        />
        <LoadMore list={list} />
        {inquiries.length === 0 ? null : (
          <Button variant="secondary" className="mt-4" disabled={isBusy} onClick={save}>
            <Download aria-hidden className="size-4" />
            Export as CSV
          </Button>
        )}
      </div>
      <div
        aria-busy={state === 'loading'}
        className={`transition-opacity aria-busy:opacity-60 lg:sticky lg:top-24 lg:max-h-[calc(100vh-7rem)] lg:overflow-y-auto lg:rounded-card lg:border lg:border-line lg:scroll-pane empty:hidden ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        <Outlet context={context} />
        {hasPane && !isOpen ? (
          <div className="grid min-h-80 place-content-center justify-items-center gap-3 p-8 text-center text-muted text-sm">
            <InboxIcon aria-hidden className="size-8" />
            Choose an enquiry to read it here.
          </div>
        ) : null}
      </div>
    </div>
  );
}

type InquiryListProps = {
  inquiries: readonly Inquiry[];
  filter: InquiryFilter;
  /** The search of the URL, to keep in links. */
  search: string;
  isLoading: boolean;
};

/** Inquiries, each a link to itself. */
function InquiryList({ inquiries, filter, search, isLoading }: InquiryListProps) {
  if (inquiries.length === 0) {
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    return (
      <EmptyState
        title={isFiltered ? 'No enquiries match' : 'No enquiries yet'}
        text={
          isFiltered
            ? 'Try different words, another form or another status.'
            : 'Messages from the contact form appear here.'
        }
      />
    );
  }
  return (
    <ol
      aria-label="Enquiries"
      aria-busy={isLoading}
      className="mt-3 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface transition-opacity aria-busy:opacity-60"
    >
      {inquiries.map((inquiry) => (
        <li key={inquiry.id}>
          <NavLink
            to={{ pathname: `/admin/inbox/${inquiry.id}`, search }}
            preventScrollReset
            viewTransition={false}
            className="block border-transparent border-l-3 px-4 py-3 text-sm no-underline -outline-offset-2 transition-colors hover:bg-ink/4 aria-[current=page]:border-teal aria-[current=page]:bg-teal/8"
          >
            <Row inquiry={inquiry} />
          </NavLink>
        </li>
      ))}
    </ol>
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
          {briefTime(receivedAt)}
        </time>
      </span>
      <span className="block truncate text-muted text-xs">
        {[kindLabel(inquiry), company].filter((part) => part !== '').join(' · ')}
      </span>
      <span className="mt-1 line-clamp-2 [overflow-wrap:anywhere]">
        {message.slice(0, EXCERPT_CHARS)}
      </span>
      <span className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs empty:hidden">
        {inquiry.isSuspected ? (
          <Mark icon={ShieldAlert} className="text-amber" label="Suspected" />
        ) : null}
        {inquiry.handledAt === null ? null : (
          <Mark icon={Check} className="text-teal" label="Handled" />
        )}
        {inquiry.note !== '' ? (
          <Mark icon={NotebookPen} className="text-muted" label="Note" />
        ) : null}
      </span>
    </>
  );
}

type MarkProps = { icon: ComponentType<{ className: string }>; className: string; label: string };

function Mark({ icon: Icon, className, label }: MarkProps) {
  return (
    <span className={`inline-flex items-center gap-1 ${className}`}>
      <Icon aria-hidden className="size-3.5" />
      {label}
    </span>
  );
}

/** The time of day for today, else the date. */
function briefTime(instant: string): string {
  return isToday(instant) ? timeOfDay(instant) : longDate(instant);
}

import { Check, NotebookPen, ShieldAlert } from 'lucide-react';
import type { ComponentType } from 'react';
import { isToday, longDate, timeOfDay } from '../../admin/times.ts';
import { NavLink } from '../../ui/link.tsx';
import type { InquirySummary } from '../inquiry-views.ts';
import { kindLabel } from './inquiry-labels.ts';

type InquiryListProps = {
  inquiries: readonly InquirySummary[];
  /** The search of the URL, to keep in links. */
  search: string;
  isLoading: boolean;
};

/** Inquiries, each a link to itself. */
export function InquiryList({ inquiries, search, isLoading }: InquiryListProps) {
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

function Row({ inquiry }: { inquiry: InquirySummary }) {
  const { name, company, excerpt, receivedAt } = inquiry;
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
      <span className="mt-1 line-clamp-2 [overflow-wrap:anywhere]">{excerpt}</span>
      <span className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs empty:hidden">
        {inquiry.isSuspected ? (
          <Mark icon={ShieldAlert} className="text-amber" label="Suspected" />
        ) : null}
        {inquiry.handledAt === null ? null : (
          <Mark icon={Check} className="text-teal" label="Handled" />
        )}
        {inquiry.hasNote ? <Mark icon={NotebookPen} className="text-muted" label="Note" /> : null}
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

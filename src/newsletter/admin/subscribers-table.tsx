import { Trash2 } from 'lucide-react';
import { EmailText } from '../../admin/email-text.tsx';
import { dateAndTime, longDate } from '../../admin/times.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Subscriber } from '../subscribers.ts';
import { SUBSCRIBER_STATES } from './newsletter-labels.ts';

const CELL = 'align-middle lg:table-cell lg:px-3 lg:py-2';

/** A former subscriber has no email any more. */
export function subscriberName({ email, signedUpAt }: Subscriber): string {
  return email ?? `the former subscriber who signed up on ${longDate(signedUpAt)}`;
}

type SubscribersTableProps = {
  subscribers: readonly Subscriber[];
  isBusy: boolean;
  isLoading: boolean;
  onRemove: (subscriber: Subscriber) => void;
};

/** Subscribers: a table, on a narrow screen one block each. */
export function SubscribersTable({ subscribers, onRemove, ...state }: SubscribersTableProps) {
  return (
    <div
      aria-busy={state.isLoading}
      className="mt-3 rounded-card border border-line bg-surface transition-opacity aria-busy:opacity-60"
    >
      <table className="block w-full text-sm lg:table">
        <thead className="max-lg:sr-only">
          <tr className="text-left text-muted text-xs">
            {['Address', 'Status', 'Signed up', 'Since', 'Actions'].map((name) => (
              <th key={name} scope="col" className="px-3 py-2 font-medium first:pl-4">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block lg:table-row-group">
          {subscribers.map((subscriber) => (
            <tr
              key={subscriber.id}
              className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-3 max-lg:pr-16 max-lg:first:border-t-0 lg:table-row"
            >
              <td className={`${CELL} w-full [overflow-wrap:anywhere] lg:pl-4`}>
                {subscriber.email === null ? (
                  <span className="text-muted">Address erased</span>
                ) : (
                  <EmailText text={subscriber.email} />
                )}
                {subscriber.answer === '' ? null : (
                  <span className="block text-danger text-xs">{subscriber.answer}</span>
                )}
              </td>
              <td className={CELL}>
                <Badge tone={SUBSCRIBER_STATES[subscriber.state].tone}>
                  {SUBSCRIBER_STATES[subscriber.state].name}
                </Badge>
              </td>
              <td className={`${CELL} text-muted lg:whitespace-nowrap`}>
                <span className="lg:sr-only">Signed up </span>
                <Day instant={subscriber.signedUpAt} />
              </td>
              <td className={`${CELL} text-muted lg:whitespace-nowrap`}>
                <Since subscriber={subscriber} />
              </td>
              <td className={`${CELL} max-lg:absolute max-lg:top-2 max-lg:right-2`}>
                <button
                  type="button"
                  aria-label={`Delete ${subscriberName(subscriber)}`}
                  title="Delete"
                  disabled={state.isBusy}
                  onClick={() => onRemove(subscriber)}
                  className="icon-button text-danger"
                >
                  <Trash2 aria-hidden className="size-4" />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** When the present state began. */
function Since({ subscriber: { state, confirmedAt, endedAt } }: { subscriber: Subscriber }) {
  const instant = state === 'confirmed' ? confirmedAt : endedAt;
  if (instant === null) return null;
  return (
    <>
      <span className="lg:sr-only">
        {SUBSCRIBER_STATES[state].name}
        {' since '}
      </span>
      <Day instant={instant} />
    </>
  );
}

function Day({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={dateAndTime(instant)}>
      {longDate(instant)}
    </time>
  );
}

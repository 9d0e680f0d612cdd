import { longDate } from '../../admin/times.ts';
import { inBothZones } from '../../admin/zones.ts';
import { Link } from '../../ui/link.tsx';
import { numberOf } from './newsletter-labels.ts';
import type { Sendable } from './sendable.ts';

/** The sending that waits for its time, or failed at it. */
export function Waiting({ sendAt, scheduledBy, problem }: NonNullable<Sendable['scheduled']>) {
  return problem === null ? (
    <p className="text-sm [overflow-wrap:anywhere]">
      Scheduled by {scheduledBy}. It goes out with the post as it is at that time.
    </p>
  ) : (
    <p className="rounded-md bg-danger-tint px-4 py-3 text-danger text-sm">
      It did not go out on {inBothZones(sendAt)}. {problem}
    </p>
  );
}

/** When a post was sent, and to how many. */
export function EarlierIssues({ issues, mailFolder }: Pick<Sendable, 'issues' | 'mailFolder'>) {
  return (
    <div className="text-sm">
      <p className="font-medium">{mailFolder === null ? 'Already sent' : 'Already written'}</p>
      <ul>
        {issues.map(({ id, sentAt, recipients }) => (
          <li key={id}>
            <Link to={`/admin/newsletter/issues/${id}`} className="prose-link inline-block py-2.5">
              {longDate(sentAt)}, for {numberOf(recipients, 'subscriber')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { ReactNode } from 'react';
import { EmailText } from '../../../admin/email-text.tsx';
import { dateAndTime, longDate } from '../../../admin/times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Person } from '../../people.ts';
import type { AccountChange } from './confirm-action.tsx';
import { RoleSelect } from './role-select.tsx';

type PeopleListProps = {
  people: readonly Person[];
  /** The email of the account that is signed in. */
  own: string;
  isBusy: boolean;
  onChange: (change: AccountChange) => void;
};

/** Everybody who may sign in. The last administrator can be neither removed nor made a writer. */
export function PeopleList({ people, own, isBusy, onChange }: PeopleListProps) {
  const administrators = people.filter(({ role }) => role === 'administrator');
  return (
    <section
      aria-labelledby="accounts"
      className="rounded-card border border-line bg-surface p-5 md:p-6"
    >
      <h2 id="accounts" className="font-medium text-lg">
        Who can sign in
      </h2>
      <ul className="-mb-4 divide-y divide-line">
        {people.map((person) => {
          const isLast = person.role === 'administrator' && administrators.length === 1;
          return (
            <li
              key={person.id}
              className="grid items-center gap-x-4 gap-y-3 py-4 sm:grid-cols-[1fr_auto]"
            >
              <Description person={person} isOwn={person.email === own} isLast={isLast} />
              <div className="flex flex-wrap gap-2">
                {/* The name stands beside it. */}
                <div className="w-44 [&_label]:sr-only">
                  <RoleSelect
                    label={`Role of ${person.email}`}
                    role={person.role}
                    isBusy={isBusy || isLast}
                    onSelect={(role) => onChange({ person, role })}
                  />
                </div>
                <Button
                  variant="danger"
                  className="min-h-12"
                  disabled={isBusy || isLast}
                  aria-label={`Remove ${person.email}`}
                  onClick={() => onChange({ person, role: null })}
                >
                  Remove
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Description(props: { person: Person; isOwn: boolean; isLast: boolean }) {
  const { person, isOwn, isLast } = props;
  const { email, createdAt, lastSeenAt, hasSecondFactor } = person;
  return (
    <div className="min-w-0 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-base [overflow-wrap:anywhere]">
        <span className="min-w-0">
          <EmailText text={email} />
        </span>
        {isOwn ? <Badge tone="teal">You</Badge> : null}
        {hasSecondFactor ? <Badge tone="stone">Two-step</Badge> : null}
      </p>
      <p className="mt-1 text-muted">
        {lastSeenAt === null ? (
          'Has not signed in yet'
        ) : (
          <>
            Last seen <time dateTime={lastSeenAt}>{dateAndTime(lastSeenAt)}</time>
          </>
        )}
        <SecondFact>
          here since <time dateTime={createdAt}>{longDate(createdAt)}</time>
        </SecondFact>
      </p>
      {isLast ? (
        <p className="mt-0.5 text-muted">This is the last administrator. Add another one first.</p>
      ) : null}
    </div>
  );
}

/** Stands behind another fact, parted by a dot, and on a narrow screen in a line of its own. */
export function SecondFact({ children }: { children: ReactNode }) {
  return (
    <span className="max-lg:block max-lg:first-letter:uppercase lg:before:content-['_·_']">
      {children}
    </span>
  );
}

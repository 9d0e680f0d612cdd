import { useState } from 'react';
import { caller, type OutputOf } from '../../admin/caller.ts';
import { EmailText } from '../../admin/email-text.tsx';
import { LoadMore } from '../../admin/lists/load-more.tsx';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import { dateAndTime } from '../../admin/times.ts';
import type { issues } from '../api/issues.ts';
import type { Issue, Recipient, RecipientState } from '../issues.ts';
import { doneLabel, RECIPIENT_STATES } from './newsletter-labels.ts';

const api = caller<typeof issues>();

type RecipientPage = OutputOf<typeof issues, 'GET', '/admin/newsletter/issues/:id/recipients'>;

const STATES = Object.keys(RECIPIENT_STATES) as RecipientState[];

/** The recipients of an issue, by the state of their mail. */
export function Recipients({ issue, mailFolder }: { issue: Issue; mailFolder: string | null }) {
  const [state, setState] = useState<RecipientState>('sent');
  return (
    <section className="mt-8">
      <h2 className="font-medium text-lg">Recipients</h2>
      <fieldset className="mt-3 flex flex-wrap gap-2">
        <legend className="sr-only">State of the email</legend>
        {STATES.map((each) => (
          <label
            key={each}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm hover:border-teal has-checked:border-teal has-checked:bg-teal/8 has-focus-visible:outline-2 has-focus-visible:outline-teal has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="recipient-state"
              className="sr-only"
              checked={each === state}
              onChange={() => setState(each)}
            />
            {each === 'sent' ? doneLabel(mailFolder) : RECIPIENT_STATES[each]}
            <span className="text-muted tabular-nums">{issue.progress[each]}</span>
          </label>
        ))}
      </fieldset>
      <RecipientList key={state} issue={issue} state={state} />
    </section>
  );
}

/** The mails in a state, read again when their number changes. */
function RecipientList({ issue, state }: { issue: Issue; state: RecipientState }) {
  const count = issue.progress[state];
  const list = usePagedList<RecipientPage>({
    query: String(count),
    rows: 'recipients',
    read: (cursor) =>
      api('GET', '/admin/newsletter/issues/:id/recipients', {
        param: { id: issue.id },
        query: { state, cursor },
      }),
    failure: 'Failed to load the recipients. Please try again.',
  });
  const { page, isLoading } = list;
  return (
    <>
      {page === null || page.recipients.length === 0 ? (
        <p
          role="status"
          className="mt-3 rounded-card border border-line border-dashed px-6 py-10 text-center text-muted text-sm"
        >
          {isLoading ? 'Loading…' : emptyLabel(page, count)}
        </p>
      ) : (
        <ul
          aria-busy={isLoading}
          className="mt-3 divide-y divide-line rounded-card border border-line bg-surface text-sm"
        >
          {page.recipients.map((recipient) => (
            <Row key={recipient.id} recipient={recipient} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </>
  );
}

function emptyLabel(page: RecipientPage | null, count: number): string {
  if (page === null) return 'Not loaded.';
  return count === 0 ? 'None.' : 'The names of these recipients have been deleted.';
}

function Row({ recipient: { email, attempts, settledAt, answer } }: { recipient: Recipient }) {
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="[overflow-wrap:anywhere]">
          <EmailText text={email} />
        </span>
        <span className="text-muted text-xs tabular-nums">
          {attempts > 1 ? `${attempts} attempts, ` : null}
          {settledAt === null ? (
            'waiting'
          ) : (
            <time dateTime={settledAt}>{dateAndTime(settledAt)}</time>
          )}
        </span>
      </p>
      {answer === '' ? null : (
        <p className="mt-1 font-mono text-muted text-xs [overflow-wrap:anywhere]">{answer}</p>
      )}
    </li>
  );
}

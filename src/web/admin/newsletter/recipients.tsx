import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { site } from '../../../content/site.ts';
import type { Issue, Recipient, RecipientState } from '../../../domain/newsletter/issues.ts';
import { dateAndTime } from '../../dates.ts';
import { Button } from '../../ui/button.tsx';
import { type Refusal, refusalMessage } from '../api.ts';
import { ErrorBox } from '../error-box.tsx';
import { loginAddress } from '../login-address.ts';
import { listRecipients, type RecipientPage } from './newsletter-api.ts';
import { RECIPIENT_STATES } from './newsletter-words.ts';

const STATES = Object.keys(RECIPIENT_STATES) as RecipientState[];

/** What became of the mail to each subscriber, one state at a time. */
export function Recipients({ issue }: { issue: Issue }) {
  const [state, setState] = useState<RecipientState>('sent');
  const { page, refusal, isLoading, load } = useRecipients(issue, state);
  return (
    <section className="mt-8">
      <h2 className="font-medium text-lg">Recipients</h2>
      <p className="mt-1 text-muted text-sm">Times in {site.timeZone}.</p>
      <fieldset className="mt-3 flex flex-wrap gap-2">
        <legend className="sr-only">Show the mails that are</legend>
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
            {RECIPIENT_STATES[each]}
            <span className="text-muted tabular-nums">{issue.progress[each]}</span>
          </label>
        ))}
      </fieldset>
      <Listed page={page} count={issue.progress[state]} isLoading={isLoading} />
      <div className="mt-4 space-y-4 empty:hidden">
        {refusal === null ? null : (
          <ErrorBox>
            {refusalMessage(refusal, 'Failed to load the recipients. Please try again.')}
          </ErrorBox>
        )}
        {refusal === null && page?.nextCursor == null ? null : (
          <Button
            look="secondary"
            disabled={isLoading}
            onClick={() => load(page?.nextCursor ?? undefined)}
          >
            {refusal === null ? 'Load more' : 'Try again'}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The recipients in a state, a page at a time; read again as their number changes. */
function useRecipients(issue: Issue, state: RecipientState) {
  const [page, setPage] = useState<(RecipientPage & { of: RecipientState }) | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isLoading, setLoading] = useState(true);
  /** Grows with every call: an answer to an earlier one is dropped. */
  const call = useRef(0);
  const navigate = useNavigate();
  const location = useLocation();
  const shown = page?.of === state ? page : null;

  async function load(cursor?: string) {
    call.current += 1;
    const own = call.current;
    setLoading(true);
    const answer = await listRecipients(issue, state, cursor);
    if (own !== call.current) return;
    setLoading(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) {
      const known = cursor === undefined ? [] : (shown?.recipients ?? []);
      const { recipients, nextCursor } = answer.value;
      setPage({ of: state, recipients: [...known, ...recipients], nextCursor });
    } else if (answer.refusal.kind === 'signed-out') await navigate(loginAddress(location));
  }

  const count = issue.progress[state];
  const onChange = useEffectEvent((_: RecipientState, __: number) => load());
  useEffect(() => {
    void onChange(state, count);
  }, [state, count]);

  return { page: shown, refusal, isLoading, load };
}

type ListedProps = { page: RecipientPage | null; count: number; isLoading: boolean };

function Listed({ page, count, isLoading }: ListedProps) {
  if (page === null || page.recipients.length === 0) {
    return (
      <p
        role="status"
        className="mt-3 rounded-card border border-line border-dashed px-6 py-10 text-center text-muted text-sm"
      >
        {nothingWords(page, count)}
      </p>
    );
  }
  return (
    <ul
      aria-busy={isLoading}
      className="mt-3 divide-y divide-line rounded-card border border-line bg-surface text-sm"
    >
      {page.recipients.map((recipient) => (
        <Row key={recipient.id} recipient={recipient} />
      ))}
    </ul>
  );
}

function nothingWords(page: RecipientPage | null, count: number): string {
  if (page === null) return 'Loading…';
  return count === 0 ? 'None.' : 'Who they were is not kept any more.';
}

function Row({ recipient: { email, attempts, settledAt, answer } }: { recipient: Recipient }) {
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="[overflow-wrap:anywhere]">{email}</span>
        <span className="text-muted text-xs tabular-nums">
          {attempts > 1 ? `${attempts} attempts, ` : null}
          {settledAt === null ? (
            'not settled yet'
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

import { type Kysely, sql } from 'kysely';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { OutgoingMail } from './enqueue.ts';
import type { Delivery } from './mail.ts';

/** What the reply of a mail server says of the recipient's mailbox. */

/** An enhanced status code (RFC 3463). */
const STATUS = /\b\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b/;
const UNKNOWN_MAILBOX =
  /no such (?:user|mailbox|recipient|person)|\b(?:user|mailbox|recipient|account)(?: \S+)? (?:is )?(?:unknown|not found|does(?: not|n't) exist)|unknown (?:user|mailbox|recipient)|no mailbox|invalid (?:mailbox|recipient)/i;
const BUSY_MAILBOX = /gr[ae]y-?list|(?:mailbox|quota)(?: is)? (?:full|exceeded)|over ?quota/i;

/**
 * Whether the recipient's mailbox does not exist. Other refusals of a recipient (relay, policy, quota) concern the sender
 * or pass: counted as bounces, they would unsubscribe a whole list at once.
 */
export function isMailboxUnknown(reply: string): boolean {
  const status = STATUS.exec(reply)?.[1] ?? '';
  // 5.1.0, 5.1.7 and 5.1.8 are said of senders.
  if (status.startsWith('5.1.')) return /\.1\.(?:[1-46]|10)$/.test(status);
  return !/^5\.[27]\./.test(status) && !/sender/i.test(reply) && UNKNOWN_MAILBOX.test(reply);
}

/** Whether the mailbox alone is why a mail did not leave, for now or for good. */
export function concernsMailbox(reply: string): boolean {
  const status = STATUS.exec(reply)?.[1] ?? '';
  const isMailboxStatus = /^[45]\.(?:1\.(?:[1-46]|10)|2\.\d+)$/.test(status);
  return isMailboxStatus || isMailboxUnknown(reply) || BUSY_MAILBOX.test(reply);
}

/** A due mail that this process may send, and the number of this attempt, from 1. */
export type ClaimedMail = OutgoingMail & { id: string; attempt: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How long a claim lasts. Longer than a delivery may take: once it has expired, the claiming process must have
 * died, and another process may claim the mail.
 */
export const CLAIM_TIMEOUT_MS = 5 * MINUTE_MS;

/** Backoff after the first, second… attempt; the last value repeats (RFC 5321, section 4.5.4.1). */
const BACKOFF_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];

/** A mail that was not delivered for so long is given up. */
const LIFETIME_MS = 3 * 24 * HOUR_MS;

/**
 * More attempts than fit into a lifetime. A claim counts as an attempt when it is made, so that a mail whose
 * attempts leave no record, because they crash the process, is given up as well.
 */
const MAX_ATTEMPTS = 30;

type OutboxDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  /** Called in the transaction that settles a mail to a mailbox that the server does not know. */
  onBounce?: OnBounce;
  /** Called when the refusal of a mail has been recorded. */
  onRefused?: (mail: ClaimedMail) => Promise<void>;
};

/** `answer` is the mail server's response. */
export type OnBounce = (trx: Kysely<Tables>, mail: ClaimedMail, answer: string) => Promise<void>;

/** The number of mails by state, without states that have none. */
export async function countMails({ query }: Database): Promise<Record<string, number>> {
  const rows = await query
    .selectFrom('outbox')
    .select((eb) => ['state', eb.fn.countAll<number>().as('mails')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, mails }) => [state, mails]));
}

/** Of each state, the most recent mails are read. */
const MAX_READ = 20;

/** Why the last mail did not leave, in the mail server's words; null when one has left since. */
export async function mailFailure({ query }: Database, now: string): Promise<string | null> {
  const unsent = await Promise.all(
    (['waiting', 'refused', 'expired'] as const).map((state) =>
      query
        .selectFrom('outbox')
        .select(['answer', 'attempts', 'due_at', 'settled_at'])
        .where('state', '=', state)
        // Mails that nobody has tried to send are due already: a whole issue need not be read.
        .where('due_at', '>', state === 'waiting' ? now : '')
        .where('answer', '<>', '')
        .orderBy('due_at', 'desc')
        .limit(MAX_READ)
        .execute(),
    ),
  );
  const failures = unsent
    .flat()
    .filter(({ answer }) => !concernsMailbox(answer))
    .map(({ answer, attempts, due_at, settled_at }) => {
      return { answer, at: settled_at ?? addMilliseconds(due_at, -backoffAfter(attempts)) };
    });
  const [latest] = failures.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  if (latest === undefined) return null;
  const left = await query
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'sent')
    // A claim ends after its delivery: the index finds the mails that may have left since.
    .where('due_at', '>', latest.at)
    .where('settled_at', '>=', latest.at)
    .executeTakeFirst();
  return left === undefined ? latest.answer : null;
}

/**
 * The queue of mail. One statement claims a row by moving `due_at` into the future: only one process gets it,
 * and if that process dies, the row becomes due again, later after every attempt. `attempts` grows with each
 * claim and so identifies it: an expired claim cannot defer the mail.
 */
export function createOutbox({ db: { query, engine }, now, onBounce, onRefused }: OutboxDeps) {
  /** Claims due mails, the longest due first; mails of a batch only when there are no others. */
  async function claim(limit: number): Promise<ClaimedMail[]> {
    const unbatched = await claimSome(limit, true);
    return unbatched.length > 0 ? unbatched : claimSome(limit, false);
  }

  async function claimSome(limit: number, unbatched: boolean): Promise<ClaimedMail[]> {
    const present = now();
    const rows = await query
      // PostgreSQL may run a subquery once for each row of the table, and find others at each: more than the limit.
      .with(
        (cte) => cte('due').materialized(),
        (db) =>
          db
            .selectFrom('outbox')
            .select('id')
            .where('state', '=', 'waiting')
            .where('due_at', '<=', present)
            .$if(unbatched, (due) => due.where('batch', 'is', null))
            .orderBy('due_at')
            .orderBy('id')
            .limit(limit)
            // SQLite has one writer at a time.
            .$if(engine === 'postgres', (due) => due.forUpdate().skipLocked()),
      )
      .updateTable('outbox')
      .set((eb) => ({ due_at: claimedUntil(present), attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
      .returning(['id', 'kind', 'recipient', 'data', 'attempts'])
      .execute();
    const mails: ClaimedMail[] = [];
    for (const { attempts, data, ...row } of rows) {
      const mail = { ...row, data: JSON.parse(data), attempt: attempts };
      if (attempts <= MAX_ATTEMPTS) mails.push(mail);
      else await expire(mail, 'No delivery attempt finished.');
    }
    return mails;
  }

  async function expire({ id, attempt }: ClaimedMail, answer: string): Promise<void> {
    await query
      .updateTable('outbox')
      .set({ state: 'expired', settled_at: now(), answer })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempt)
      .execute();
  }

  /** Records the outcome of an attempt; a deferred mail is retried until its lifetime ends. */
  async function settle(mail: ClaimedMail, delivery: Delivery): Promise<void> {
    const { id, attempt } = mail;
    const present = now();
    const { kind, answer } = delivery;
    if (kind === 'accepted') {
      // It was delivered, even if it was withdrawn or claimed by another process meanwhile.
      const sent = { state: 'sent', settled_at: present, answer } as const;
      await query.updateTable('outbox').where('id', '=', id).set(sent).execute();
      return;
    }
    if (kind === 'refused') {
      await inTransaction(query, async (trx) => {
        const refused = { state: 'refused', settled_at: present, answer } as const;
        const row = trx.updateTable('outbox').where('id', '=', id).where('state', '=', 'waiting');
        await row.set(refused).execute();
        if (delivery.noSuchMailbox) await onBounce?.(trx, mail, answer);
      });
      await onRefused?.(mail);
      return;
    }
    const row = await query
      .updateTable('outbox')
      .set({ due_at: addMilliseconds(present, backoffAfter(attempt)), answer })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempt)
      .returning('created_at')
      .executeTakeFirst();
    const isTooOld = row !== undefined && row.created_at <= addMilliseconds(present, -LIFETIME_MS);
    if (isTooOld) await expire(mail, answer);
  }

  /** Withdraws a mail and erases its recipient, who may have unsubscribed since it was enqueued. */
  async function withdraw({ id }: ClaimedMail): Promise<void> {
    await query
      .updateTable('outbox')
      .set({ state: 'withdrawn', settled_at: now(), recipient: '' })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute();
  }

  /** When the next mail is due, ISO 8601; null when none is waiting. */
  async function nextDueAt(): Promise<string | null> {
    const row = await query
      .selectFrom('outbox')
      .select('due_at')
      .where('state', '=', 'waiting')
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    return row?.due_at ?? null;
  }

  return { claim, settle, withdraw, nextDueAt };
}

export type Outbox = ReturnType<typeof createOutbox>;

function backoffAfter(attempt: number): number {
  return BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length) - 1] ?? MINUTE_MS;
}

/** When a claim expires, by the attempts before it: not before the retry after it would be due. */
function claimedUntil(present: string) {
  const until = (attempt: number) =>
    addMilliseconds(present, Math.max(CLAIM_TIMEOUT_MS, backoffAfter(attempt)));
  const cases = BACKOFF_MS.map((_, before) => sql`when ${before} then ${until(before + 1)}`);
  const last = until(BACKOFF_MS.length);
  return sql<string>`case attempts ${sql.join(cases, sql` `)} else ${last} end`;
}

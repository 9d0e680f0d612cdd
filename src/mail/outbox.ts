import type { Kysely } from 'kysely';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';
import type { OutgoingMail } from './enqueue.ts';
import type { Delivery } from './mail.ts';

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

/** A mail that was tried and not delivered for so long is given up. */
const LIFETIME_MS = 3 * 24 * HOUR_MS;

/** The number of mails by state, without states that have none. */
export async function countMails({ query }: Database): Promise<Record<string, number>> {
  const rows = await query
    .selectFrom('outbox')
    .select((eb) => ['state', eb.fn.countAll<number>().as('mails')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, mails }) => [state, mails]));
}

/**
 * Claims the mail whose `due_at` is the earliest; mails of a batch only when there is no other. A claim moves `due_at`
 * into the future: only one process gets the row, and if that process dies, the row becomes due again, later after
 * every attempt. `attempts` grows with each claim and so identifies it.
 */
export async function claimMail(site: Site): Promise<ClaimedMail | null> {
  const instant = site.now();
  const due = site.db.query
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'data', 'attempts', 'created_at'])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', instant)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1);
  const row =
    (await due.where('batch', 'is', null).executeTakeFirst()) ?? (await due.executeTakeFirst());
  if (row === undefined) return null;
  const { id, kind, recipient, attempts } = row;
  const mail = { id, kind, recipient, data: JSON.parse(row.data), attempt: attempts + 1 };
  const until = Math.max(CLAIM_TIMEOUT_MS, backoffAfter(mail.attempt));
  const isExpired = attempts > 0 && row.created_at <= addMilliseconds(instant, -LIFETIME_MS);
  const { numUpdatedRows } = await updateWaiting(site, { id, attempt: attempts })
    .set(
      isExpired
        ? { state: 'expired', settled_at: instant }
        : { attempts: mail.attempt, due_at: addMilliseconds(instant, until) },
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n && !isExpired ? mail : claimMail(site);
}

/** An update of a waiting mail, which finds no row once another attempt has claimed it. */
function updateWaiting({ db: { query } }: Site, { id, attempt }: { id: string; attempt: number }) {
  return query
    .updateTable('outbox')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempt);
}

/** Called in the transaction that settles a mail to a mailbox that the server, by `answer`, does not know. */
export type OnBounce = (trx: Kysely<Tables>, mail: ClaimedMail, answer: string) => Promise<void>;

/** Records the outcome of an attempt. */
export async function settleMail(
  site: Site,
  mail: ClaimedMail,
  delivery: Delivery,
  onBounce?: OnBounce,
): Promise<void> {
  const { query } = site.db;
  const { answer } = delivery;
  const instant = site.now();
  if (delivery.kind === 'accepted') {
    // It was delivered, even if it was withdrawn or claimed by another process meanwhile.
    const sent = { state: 'sent', settled_at: instant, answer } as const;
    await query.updateTable('outbox').where('id', '=', mail.id).set(sent).execute();
  } else if (delivery.kind === 'refused') {
    await inTransaction(query, async (trx) => {
      await trx
        .updateTable('outbox')
        .set({ state: 'refused', settled_at: instant, answer })
        .where('id', '=', mail.id)
        .where('state', '=', 'waiting')
        .execute();
      if (delivery.noSuchMailbox) await onBounce?.(trx, mail, answer);
    });
  } else {
    const due = addMilliseconds(instant, backoffAfter(mail.attempt));
    await updateWaiting(site, mail).set({ due_at: due, settled_at: instant, answer }).execute();
  }
}

/** Withdraws a mail and erases its recipient, who may have unsubscribed since it was enqueued. */
export async function withdrawMail({ db: { query }, now }: Site, id: string): Promise<void> {
  await query
    .updateTable('outbox')
    .set({ state: 'withdrawn', settled_at: now(), recipient: '' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

function backoffAfter(attempt: number): number {
  return BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length) - 1] ?? MINUTE_MS;
}

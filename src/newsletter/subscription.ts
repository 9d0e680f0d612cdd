import type { OnBounce } from '../mail/outbox.ts';
import type { Database } from '../server/db/connect.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { eraseRecipient } from './erase-recipient.ts';
import type { Links } from './links.ts';

/** State of a confirmation link. `expired`: the link or its sign-up has expired; sign up again. */
export type Confirmation = 'open' | 'confirmed' | 'expired' | 'unknown';

/** State of an unsubscribe link. */
export type Unsubscription = 'open' | 'unsubscribed' | 'unknown';

type SubscriptionDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  links: Links;
};

/** What becomes of a subscription after the sign-up: confirmed, ended by its subscriber, or bounced. */
export function createSubscription({ db, now, links }: SubscriptionDeps) {
  const { query } = db;

  /** Reads the state of a confirmation link. Changes nothing: mail scanners follow links. */
  async function findConfirmation(token: string): Promise<Confirmation> {
    const read = await links.readConfirmation(token);
    if (read === null) return 'unknown';
    const state = await readSubscriberState(query, read.subscriber);
    if (state === 'confirmed') return 'confirmed';
    return read.isExpired || (state !== 'pending' && state !== 'bounced') ? 'expired' : 'open';
  }

  /** Confirms a subscription; idempotent. */
  async function confirmSubscription(token: string): Promise<Confirmation> {
    const read = await links.readConfirmation(token);
    if (read !== null && !read.isExpired) {
      await query
        .updateTable('subscribers')
        .set({ state: 'confirmed', confirmed_at: now(), ended_at: null, answer: '' })
        .where('id', '=', read.subscriber)
        // A link that arrived proves that a bounced mailbox works.
        .where('state', 'in', ['pending', 'bounced'])
        .execute();
    }
    return findConfirmation(token);
  }

  async function findUnsubscription(token: string): Promise<Unsubscription> {
    const subscriber = await links.readUnsubscription(token);
    if (subscriber === null) return 'unknown';
    const state = await readSubscriberState(query, subscriber);
    return state === null || state === 'unsubscribed' ? 'unsubscribed' : 'open';
  }

  /** Unsubscribes and erases the email; idempotent. */
  async function unsubscribe(token: string): Promise<Unsubscription> {
    const subscriber = await links.readUnsubscription(token);
    if (subscriber === null) return 'unknown';
    await inTransaction(query, async (trx) => {
      const row = await trx
        .selectFrom('subscribers')
        .select('email')
        .where('id', '=', subscriber)
        // A concurrent sign-up waits here, so that the current email is erased.
        .$if(db.engine === 'postgres', (rows) => rows.forUpdate())
        .executeTakeFirst();
      await trx
        .updateTable('subscribers')
        .set({ state: 'unsubscribed', email: null, ended_at: now(), answer: '' })
        .where('id', '=', subscriber)
        .where('state', '<>', 'unsubscribed')
        .execute();
      if (row?.email) await eraseRecipient(trx, row.email);
    });
    return 'unsubscribed';
  }

  /** Stops mail to a subscriber whose mailbox the mail server does not know. */
  const onBounce: OnBounce = async (trx, mail, answer) => {
    const { subscriber } = mail.data;
    if (subscriber === undefined) return;
    await trx
      .updateTable('subscribers')
      .set({ state: 'bounced', ended_at: now(), answer })
      .where('id', '=', subscriber)
      .where('state', 'in', ['pending', 'confirmed'])
      .execute();
  };

  return {
    findConfirmation,
    confirmSubscription,
    findUnsubscription,
    unsubscribe,
    onBounce,
  };
}

/** Null without a subscriber of the id. */
export async function readSubscriberState(query: Database['query'], id: string) {
  const row = await query
    .selectFrom('subscribers')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.state ?? null;
}

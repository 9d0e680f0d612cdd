import type { Kysely } from 'kysely';
import type { OnBounce } from '../mail/outbox.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import type { Site } from '../site.ts';
import { readConfirmation, readUnsubscription } from './links.ts';

/** Kinds of mail in the outbox. */
export const CONFIRMATION_MAIL = 'newsletter-confirmation';
export const ISSUE_MAIL = 'newsletter-issue';

/**
 * Erases the email of a former subscriber from the newsletter's mails in the outbox; the counts stay. Waiting
 * mails are withdrawn when they are due.
 */
export async function eraseRecipient(trx: Kysely<Tables>, email: string): Promise<void> {
  await trx
    .updateTable('outbox')
    // Mail servers repeat the email in their answers.
    .set({ recipient: '', answer: '' })
    .where('recipient', '=', email)
    .where('kind', 'in', [CONFIRMATION_MAIL, ISSUE_MAIL])
    .execute();
}

/** State of a confirmation link. `expired`: the link or its sign-up has expired; sign up again. */
export type Confirmation = 'open' | 'confirmed' | 'expired' | 'unknown';

/** State of an unsubscribe link. */
export type Unsubscription = 'open' | 'unsubscribed' | 'unknown';

/** Reads the state of a confirmation link. Changes nothing: mail scanners follow links. */
export async function findConfirmation(site: Site, token: string): Promise<Confirmation> {
  const read = await readConfirmation(site, token);
  if (read === null) return 'unknown';
  const state = await readSubscriberState(site.db.query, read.subscriber);
  if (state === 'confirmed') return 'confirmed';
  return read.isExpired || (state !== 'pending' && state !== 'bounced') ? 'expired' : 'open';
}

/** Confirms a subscription; idempotent. */
export async function confirmSubscription(site: Site, token: string): Promise<Confirmation> {
  const read = await readConfirmation(site, token);
  if (read !== null && !read.isExpired) {
    await site.db.query
      .updateTable('subscribers')
      .set({ state: 'confirmed', confirmed_at: site.now(), ended_at: null, answer: '' })
      .where('id', '=', read.subscriber)
      // A link that arrived proves that a bounced mailbox works.
      .where('state', 'in', ['pending', 'bounced'])
      .execute();
  }
  return findConfirmation(site, token);
}

export async function findUnsubscription(site: Site, token: string): Promise<Unsubscription> {
  const subscriber = await readUnsubscription(site, token);
  if (subscriber === null) return 'unknown';
  const state = await readSubscriberState(site.db.query, subscriber);
  return state === null || state === 'unsubscribed' ? 'unsubscribed' : 'open';
}

/** Unsubscribes and erases the email; idempotent. */
export async function unsubscribe(site: Site, token: string): Promise<Unsubscription> {
  const subscriber = await readUnsubscription(site, token);
  if (subscriber === null) return 'unknown';
  await inTransaction(site.db.query, async (trx) => {
    const row = await trx
      .selectFrom('subscribers')
      .select('email')
      .where('id', '=', subscriber)
      // A concurrent sign-up waits here, so that the current email is erased.
      .$if(site.db.engine === 'postgres', (rows) => rows.forUpdate())
      .executeTakeFirst();
    await trx
      .updateTable('subscribers')
      .set({ state: 'unsubscribed', email: null, ended_at: site.now(), answer: '' })
      .where('id', '=', subscriber)
      .where('state', '<>', 'unsubscribed')
      .execute();
    if (row?.email) await eraseRecipient(trx, row.email);
  });
  return 'unsubscribed';
}

/** Stops mail to a subscriber whose mailbox the mail server does not know. */
export async function onBounce(
  { now }: Site,
  ...[trx, mail, answer]: Parameters<OnBounce>
): Promise<void> {
  const { subscriber } = mail.data;
  if (subscriber === undefined) return;
  await trx
    .updateTable('subscribers')
    .set({ state: 'bounced', ended_at: now(), answer })
    .where('id', '=', subscriber)
    .where('state', 'in', ['pending', 'confirmed'])
    .execute();
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

import type { Kysely } from 'kysely';
import type { OnBounce } from '../mail/outbox.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import type { SigningPurpose } from '../server/signing.ts';
import type { Site } from '../site.ts';

export const CONFIRMATION_DAYS = 7;

const PREVIEW_TTL_MS = 10 * 60 * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The token follows as the query parameter `token`. */
export const CONFIRM_PATH = '/newsletter/confirm';
export const UNSUBSCRIBE_PATH = '/newsletter/unsubscribe';

async function signed({ signing }: Site, purpose: SigningPurpose, text: string): Promise<string> {
  return `${text}.${await signing.sign(purpose, text)}`;
}

/** The parts of a signed text, whose letter case some mail programs change; empty for one that was never issued. */
async function readSigned({ signing }: Site, purpose: SigningPurpose, token: string) {
  const [, text = '', signature = ''] = /^(.*)\.([\da-f]{64})$/.exec(token.toLowerCase()) ?? [];
  return (await signing.verify(purpose, text, signature)) ? text.split('.') : [];
}

const hasExpired = ({ now }: Site, until = '') => Number(until) <= Date.parse(now());

export async function confirmationLink(site: Site, subscriber: string): Promise<string> {
  const until = Date.parse(site.now()) + CONFIRMATION_DAYS * DAY_MS;
  const token = await signed(site, 'newsletter-confirm', `${subscriber}.${until}`);
  return `${site.identity.url}${CONFIRM_PATH}?token=${token}`;
}

export async function unsubscribeLink(site: Site, subscriber: string): Promise<string> {
  const token = await signed(site, 'newsletter-unsubscribe', subscriber);
  return `${site.identity.url}${UNSUBSCRIBE_PATH}?token=${token}`;
}

export function issuePreviewToken(site: Site, slug: string): Promise<string> {
  return signed(site, 'newsletter-letter', `${slug}.${Date.parse(site.now()) + PREVIEW_TTL_MS}`);
}

export async function readPreviewToken(site: Site, token: string): Promise<string | null> {
  const [slug, until] = await readSigned(site, 'newsletter-letter', token);
  return slug === undefined || hasExpired(site, until) ? null : slug;
}

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

/**
 * Reads the state of a confirmation link. Changes nothing: mail scanners follow links. `expired`: the link or its sign-up
 * has expired; sign up again.
 */
export async function findConfirmation(site: Site, token: string) {
  const [subscriber, until] = await readSigned(site, 'newsletter-confirm', token);
  if (subscriber === undefined) return 'unknown';
  const state = await readSubscriberState(site.db.query, subscriber);
  if (state === 'confirmed') return 'confirmed';
  const isOver = hasExpired(site, until) || (state !== 'pending' && state !== 'bounced');
  return isOver ? 'expired' : 'open';
}

/** Idempotent. */
export async function confirmSubscription(site: Site, token: string) {
  const [subscriber, until] = await readSigned(site, 'newsletter-confirm', token);
  if (subscriber !== undefined && !hasExpired(site, until)) {
    await site.db.query
      .updateTable('subscribers')
      .set({ state: 'confirmed', confirmed_at: site.now(), ended_at: null, answer: '' })
      .where('id', '=', subscriber)
      // A link that arrived proves that a bounced mailbox works.
      .where('state', 'in', ['pending', 'bounced'])
      .execute();
  }
  return findConfirmation(site, token);
}

export async function findUnsubscription(site: Site, token: string) {
  const [subscriber] = await readSigned(site, 'newsletter-unsubscribe', token);
  if (subscriber === undefined) return 'unknown';
  const state = await readSubscriberState(site.db.query, subscriber);
  return state === null || state === 'unsubscribed' ? 'unsubscribed' : 'open';
}

/** Erases the email, too; idempotent. */
export async function unsubscribe(site: Site, token: string) {
  const [subscriber] = await readSigned(site, 'newsletter-unsubscribe', token);
  if (subscriber === undefined) return 'unknown';
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

export async function readSubscriberState(query: Database['query'], id: string) {
  const row = await query
    .selectFrom('subscribers')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.state ?? null;
}

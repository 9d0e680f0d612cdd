import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { honeypot } from '../inquiries/forms.ts';
import { enqueue } from '../mail/enqueue.ts';
import { mailboxOf } from '../mail/mail.ts';
import type { ClaimedMail, Composers } from '../mail/outbox.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, notFound, type Result, succeed } from '../server/failure.ts';
import { email } from '../server/fields.ts';
import { type Limit, networkOf } from '../server/limits/limits.ts';
import type { Site } from '../site.ts';
import {
  CONFIRMATION_DAYS,
  CONFIRMATION_MAIL,
  confirmationLink,
  readSubscriberState,
} from './subscription.ts';

/** The sign-up form (specification, section 5). */
export const signUpSchema = z
  .object({ email: email(), subject: honeypot })
  .meta({ id: 'NewsletterSignUp' });

const CONFIRMATIONS: readonly Limit[] = [
  { name: 'confirmation', max: 1, seconds: 15 * 60 },
  { name: 'confirmation-day', max: 3, seconds: 24 * 60 * 60 },
];

const PER_NETWORK: Limit = { name: 'sign-up-network', max: 30, seconds: 60 * 60 };

/**
 * All networks together have this limit: an attacker with many networks must not make us mail thousands of strangers.
 */
const FROM_EVERYONE: Limit = { name: 'sign-up-everyone', max: 1_000, seconds: 60 * 60 };

/**
 * Mails a request to confirm. The response does not reveal whether the email was known. A suspected bot gets the same response and no mail is sent:
 * the mailbox may be somebody else's.
 *
 * @param ip of the client; null without a connection
 */
export async function signUp(
  site: Site,
  { email, subject }: z.output<typeof signUpSchema>,
  ip: string | null,
): Promise<Result<null>> {
  if (!site.liveForms) return notFound('This form is not live.');
  const network = networkOf(ip);
  const retryAfter =
    (network === null ? null : site.limits.spend(PER_NETWORK, network)) ??
    site.limits.spend(FROM_EVERYONE, 'everyone');
  if (retryAfter !== null) {
    const detail = 'There have been too many sign-ups. Please try again later.';
    return fail({ kind: 'too-many', detail, retryAfter });
  }
  if (subject === '') await requestConfirmation(site, email);
  return succeed(null);
}

async function requestConfirmation(
  { now, signing, limits, onMailEnqueued, db: { query } }: Site,
  address: string,
): Promise<void> {
  const recipient = address.toLowerCase();
  const mayRequest = limits.spendAll(CONFIRMATIONS, mailboxOf(recipient)) === null;
  const hash = await signing.sign('subscriber', recipient);
  const instant = now();
  const isEnqueued = await inTransaction(query, async (trx) => {
    const { id, state } = await trx
      .insertInto('subscribers')
      .values({ ...newSubscription(recipient, instant), id: randomUUID(), email_hash: hash })
      // On PostgreSQL this also locks the row: concurrent sign-ups are counted one by one.
      .onConflict((row) => row.column('email_hash').doUpdateSet({ asked_at: instant }))
      .returning(['id', 'state'])
      .executeTakeFirstOrThrow();
    if (state === 'confirmed') return false;
    if (state !== 'pending') {
      const pending = newSubscription(recipient, instant);
      await trx.updateTable('subscribers').set(pending).where('id', '=', id).execute();
    }
    if (!mayRequest) return false;
    await enqueue(trx, instant, [{ kind: CONFIRMATION_MAIL, recipient, data: { subscriber: id } }]);
    return true;
  });
  if (isEnqueued) onMailEnqueued();
}

async function composeConfirmation(site: Site, { data }: ClaimedMail) {
  const { subscriber = '' } = data;
  if ((await readSubscriberState(site.db.query, subscriber)) !== 'pending') return null;
  const { newsletterConfirmation } = await import('./confirmation-email.ts');
  const confirmUrl = await confirmationLink(site, subscriber);
  return newsletterConfirmation({ site: site.identity, confirmUrl, validDays: CONFIRMATION_DAYS });
}

function newSubscription(email: string, instant: string) {
  return {
    email,
    state: 'pending' as const,
    signed_up_at: instant,
    asked_at: instant,
    confirmed_at: null,
    ended_at: null,
    answer: '',
  };
}

export const SIGN_UP_MAILS: Composers = { [CONFIRMATION_MAIL]: composeConfirmation };

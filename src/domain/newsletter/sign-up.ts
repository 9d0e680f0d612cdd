import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import type { Limit, Limits } from '../abuse/limits.ts';
import { networkOf } from '../abuse/network.ts';
import { email } from '../fields.ts';
import type { SubmissionSource } from '../inquiries/receiving.ts';
import { addMilliseconds } from '../instants.ts';
import { type ClaimedMail, enqueue, type OnBounce } from '../mail/outbox.ts';
import type { SiteIdentity } from '../mail/site-identity.ts';
import type { Signing } from '../signing.ts';
import { CONFIRMATION_MAIL, eraseRecipient } from './erase-recipient.ts';
import { CONFIRMATION_DAYS, type Links } from './links.ts';

/** What is asked of who signs up (specification, section 5). */
export const signUpSchema = z.object({ email: email() });

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** One address is asked to confirm no sooner again, and no more often a day, whoever signs it up. */
const MIN_INTERVAL_MS = 15 * MINUTE_MS;
const MAX_MAILS_PER_DAY = 3;

/** Above this, sign-ups are refused. */
const PER_NETWORK: Limit = { name: 'sign-up-network', max: 30, seconds: 60 * 60 };

/** From all together: who has many networks must not make us write to thousands of strangers. */
const FROM_EVERYONE: Limit = { name: 'sign-up-everyone', max: 1_000, seconds: 60 * 60 };

/** What a confirmation link leads to. `over`: ask again, for the link's days or its sign-up are over. */
export type Confirmation = 'open' | 'confirmed' | 'expired' | 'unknown';

/** What an unsubscribe link leads to. */
export type Unsubscription = 'open' | 'unsubscribed' | 'unknown';

type SignUpDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  signing: Signing;
  limits: Limits;
  links: Links;
  site: SiteIdentity;
  liveForms: boolean;
  onMailEnqueued: () => void;
};

/**
 * How one comes to the newsletter and leaves it. Nobody is subscribed who has not said so from the
 * mailbox (double opt-in); who has left is known by a signature of the address and no longer by it.
 */
export function createSignUp(deps: SignUpDeps) {
  const { db, now, signing, limits, links, site, liveForms, onMailEnqueued } = deps;
  const { query } = db;

  /**
   * Asks whoever reads an address to confirm. Says nothing of whether the address was known, and
   * writes in any case, so that neither does the time it takes. What no person seems to have sent is
   * answered alike and forgotten: somebody else's mailbox is at stake.
   */
  async function signUp(
    form: z.input<typeof signUpSchema>,
    { ip, isSuspected }: SubmissionSource,
  ): Promise<Result<null>> {
    if (!liveForms) return fail({ kind: 'not-found', detail: 'This form is not live.' });
    const checked = signUpSchema.safeParse(form);
    if (!checked.success) {
      const issues = checked.error.issues.map(({ message }) => ({
        ...{ loc: ['body', 'email'], msg: message, type: 'custom' },
      }));
      return fail({ kind: 'invalid', issues });
    }
    const retryAfter = await secondsToWait(networkOf(ip));
    if (retryAfter !== null) {
      const detail = 'There have been too many sign-ups. Please try again later.';
      return fail({ kind: 'too-many', detail, retryAfter });
    }
    if (!isSuspected) await requestConfirmation(checked.data.email);
    return succeed(null);
  }

  async function secondsToWait(network: string | null): Promise<number | null> {
    const ofNetwork = network === null ? null : await limits.spend(PER_NETWORK, network);
    return ofNetwork ?? limits.spend(FROM_EVERYONE, 'everyone');
  }

  async function requestConfirmation(address: string): Promise<void> {
    const recipient = address.toLowerCase();
    const hash = await signing.sign('subscriber', recipient);
    const instant = now();
    const isEnqueued = await query.transaction().execute(async (trx) => {
      const { id, state } = await trx
        .insertInto('subscribers')
        .values({ ...newSubscription(recipient, instant), id: randomUUID(), email_hash: hash })
        // On PostgreSQL this also locks the row: attempts at once are counted one by one.
        .onConflict((row) => row.column('email_hash').doUpdateSet({ asked_at: instant }))
        .returning(['id', 'state'])
        .executeTakeFirstOrThrow();
      // Asked in any case, so that the time does not tell who has confirmed.
      const mayRequest = await mayRequestConfirmation(trx, recipient, instant);
      if (state === 'confirmed') return false;
      if (state !== 'pending') {
        const anew = newSubscription(recipient, instant);
        await trx.updateTable('subscribers').set(anew).where('id', '=', id).execute();
      }
      if (!mayRequest) return false;
      await enqueue(trx, instant, [
        { kind: CONFIRMATION_MAIL, recipient, data: { subscriber: id } },
      ]);
      return true;
    });
    if (isEnqueued) onMailEnqueued();
  }

  /** What the link in a confirmation mail stands at. Changes nothing: mail scanners follow links. */
  async function findConfirmation(token: string): Promise<Confirmation> {
    const read = await links.readConfirmation(token);
    if (read === null) return 'unknown';
    const state = await stateOf(read.subscriber);
    if (state === 'confirmed') return 'confirmed';
    return read.isExpired || (state !== 'pending' && state !== 'bounced') ? 'expired' : 'open';
  }

  /** Subscribes who was mailed a link; the same at any number of times. */
  async function confirmSubscription(token: string): Promise<Confirmation> {
    const read = await links.readConfirmation(token);
    if (read !== null && !read.isExpired) {
      await query
        .updateTable('subscribers')
        .set({ state: 'confirmed', confirmed_at: now(), ended_at: null, answer: '' })
        .where('id', '=', read.subscriber)
        // A link that arrived proves a mailbox that was refused before.
        .where('state', 'in', ['pending', 'bounced'])
        .execute();
    }
    return findConfirmation(token);
  }

  /** What an unsubscribe link stands at. */
  async function findUnsubscription(token: string): Promise<Unsubscription> {
    const subscriber = await links.readUnsubscription(token);
    if (subscriber === null) return 'unknown';
    const state = await stateOf(subscriber);
    return state === null || state === 'unsubscribed' ? 'unsubscribed' : 'open';
  }

  /** Lets a subscriber go and forgets the address; the same at any number of times. */
  async function unsubscribe(token: string): Promise<Unsubscription> {
    const subscriber = await links.readUnsubscription(token);
    if (subscriber === null) return 'unknown';
    await query.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('subscribers')
        .select('email')
        .where('id', '=', subscriber)
        // Whoever signs up again waits here: the address that is forgotten is the one of now.
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

  /** Of a subscriber whose address a mail server does not know: it is not written to again. */
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

  async function stateOf(subscriber: string) {
    const row = await query
      .selectFrom('subscribers')
      .select('state')
      .where('id', '=', subscriber)
      .executeTakeFirst();
    return row?.state ?? null;
  }

  /** Null when there is nothing to confirm any more. */
  async function composeConfirmation({ data }: ClaimedMail) {
    const { subscriber = '' } = data;
    if ((await stateOf(subscriber)) !== 'pending') return null;
    const { newsletterConfirmation } = await import('../mail/templates/newsletter-confirmation.ts');
    const confirmUrl = await links.confirmationLink(subscriber);
    return newsletterConfirmation({ site, confirmUrl, validDays: CONFIRMATION_DAYS });
  }

  return {
    services: { signUp, findConfirmation, confirmSubscription, findUnsubscription, unsubscribe },
    onBounce,
    composers: { [CONFIRMATION_MAIL]: composeConfirmation },
  };
}

function newSubscription(email: string, instant: string) {
  return {
    ...{ email, state: 'pending' as const, signed_up_at: instant, asked_at: instant },
    ...{ confirmed_at: null, ended_at: null, answer: '' },
  };
}

/** The outbox knows what was mailed to whom, and when. */
async function mayRequestConfirmation(trx: Kysely<Tables>, recipient: string, instant: string) {
  const ago = (milliseconds: number) => addMilliseconds(instant, -milliseconds);
  const mails = await trx
    .selectFrom('outbox')
    .select('created_at')
    .where('recipient', '=', recipient)
    .where('kind', '=', CONFIRMATION_MAIL)
    .where('created_at', '>', ago(DAY_MS))
    .execute();
  const recent = mails.some(({ created_at }) => created_at > ago(MIN_INTERVAL_MS));
  return !recent && mails.length < MAX_MAILS_PER_DAY;
}

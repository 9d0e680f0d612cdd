import type { Kysely } from 'kysely';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';
import type { OutgoingMail } from './enqueue.ts';
import { concernsMailbox, type Deliver, type Delivery, type MailContent } from './mail.ts';

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

export async function settleMail(
  site: Site,
  mail: ClaimedMail,
  delivery: Delivery,
  onBounce?: OnBounce,
): Promise<void> {
  const { kind, answer } = delivery;
  const settled_at = site.now();
  if (kind === 'deferred') {
    const due_at = addMilliseconds(settled_at, backoffAfter(mail.attempt));
    await updateWaiting(site, mail).set({ due_at, settled_at, answer }).execute();
    return;
  }
  await inTransaction(site.db.query, async (trx) => {
    await trx
      .updateTable('outbox')
      .set({ state: kind === 'accepted' ? 'sent' : 'refused', settled_at, answer })
      .where('id', '=', mail.id)
      // One that was delivered is sent, even if it was withdrawn or claimed by another process meanwhile.
      .$if(kind === 'refused', (row) => row.where('state', '=', 'waiting'))
      .execute();
    if (kind === 'refused' && delivery.noSuchMailbox) await onBounce?.(trx, mail, answer);
  });
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

/** Null when the mail is no longer needed. */
export type Compose = (mail: ClaimedMail) => Promise<MailContent | null>;

export type Composers = Readonly<
  Record<string, (site: Site, ...mail: Parameters<Compose>) => ReturnType<Compose>>
>;

type DispatcherOptions = {
  compose: Compose;
  onBounce?: OnBounce;
  onRefused?: (mail: ClaimedMail) => Promise<void>;
  deliver: Deliver;
  domain: string;
  reportError: (error: unknown) => void;
  /** Called with the mail server's answer when a mail did not leave, unless its mailbox is the reason. */
  reportFailure?: ((answer: string) => void) | undefined;
  /** How long `close` waits for deliveries before it aborts them. */
  drainTimeoutMs?: number;
};

const CONCURRENCY = 4;

/** Finds mail that another process enqueued, or that is due again. */
const POLL_INTERVAL_MS = 5_000;

/** A delivery ends before another process may claim its mail. */
const DELIVERY_TIMEOUT_MS = CLAIM_TIMEOUT_MS - 60_000;

export function createDispatcher(site: Site, options: DispatcherOptions) {
  const { compose, deliver, domain, reportError, drainTimeoutMs = 3_000 } = options;
  const closing = new AbortController();
  const timer = setInterval(wake, POLL_INTERVAL_MS).unref();
  let running: Promise<void> | null = null;
  let isClosed = false;

  function wake(): void {
    // After an error, the mail stays in the outbox for the next attempt.
    running ??= sendDue()
      .catch(reportError)
      .finally(() => {
        running = null;
      });
  }

  /**
   * Sends all due mail, `CONCURRENCY` at a time. Resolves when every sender has ended, and rejects with the
   * first sender's error: then the database cannot be used.
   */
  async function sendDue(): Promise<void> {
    const sender = async () => {
      for (;;) {
        const mail = isClosed ? null : await claimMail(site);
        if (mail === null) return;
        await send(mail);
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, sender));
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  }

  async function send(mail: ClaimedMail): Promise<void> {
    const delivery = await attempt(mail);
    if (delivery === null) return withdrawMail(site, mail.id);
    await settleMail(site, mail, delivery, options.onBounce);
    if (delivery.kind === 'refused') await options.onRefused?.(mail);
  }

  /** Null when the mail is no longer needed. Never throws: every failure counts as an attempt. */
  async function attempt(mail: ClaimedMail): Promise<Delivery | null> {
    try {
      const content = await compose(mail);
      if (content === null) return null;
      const messageId = `<${mail.id}@${domain}>`;
      const deadline = AbortSignal.any([closing.signal, AbortSignal.timeout(DELIVERY_TIMEOUT_MS)]);
      const delivery = await deliver({ ...content, messageId, to: mail.recipient }, deadline);
      const { kind, answer } = delivery;
      if (kind === 'accepted') site.failures.mail = null;
      else if (!closing.signal.aborted && !concernsMailbox(answer)) {
        site.failures.mail = answer;
        options.reportFailure?.(answer);
      }
      return delivery;
    } catch (error) {
      reportError(error);
      return { kind: 'deferred', answer: 'The email could not be created or delivered.' };
    }
  }

  /** Waits for current deliveries; those that outlast `drainTimeoutMs` are aborted and deferred. */
  async function close(): Promise<void> {
    isClosed = true;
    clearInterval(timer);
    const drainTimer = setTimeout(() => closing.abort(), drainTimeoutMs);
    await running;
    clearTimeout(drainTimer);
  }

  return { wake, sendDue, close };
}

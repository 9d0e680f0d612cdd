import type { Site } from '../site.ts';
import { concernsMailbox, type Deliver, type Delivery, type MailContent } from './mail.ts';
import {
  CLAIM_TIMEOUT_MS,
  type ClaimedMail,
  claimMail,
  type OnBounce,
  settleMail,
  withdrawMail,
} from './outbox.ts';

/** Composes a mail when it is due; null when it is no longer needed. */
export type Compose = (mail: ClaimedMail) => Promise<MailContent | null>;

/** A composer for each kind of mail. */
export type Composers = Readonly<
  Record<string, (site: Site, ...mail: Parameters<Compose>) => ReturnType<Compose>>
>;

type DispatcherOptions = {
  compose: Compose;
  onBounce?: OnBounce;
  /** Called when the refusal of a mail has been recorded. */
  onRefused?: (mail: ClaimedMail) => Promise<void>;
  deliver: Deliver;
  /** The part of message ids after the @. */
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

/** Sends mail from the outbox as it becomes due, until it is closed. */
export function createDispatcher(site: Site, options: DispatcherOptions) {
  const { compose, deliver, domain, reportError, drainTimeoutMs = 3_000 } = options;
  const closing = new AbortController();
  const timer = setInterval(wake, POLL_INTERVAL_MS).unref();
  let running: Promise<void> | null = null;
  let isWoken = false;
  let isClosed = false;

  function wake(): void {
    isWoken = true;
    running ??= drain().finally(() => {
      running = null;
    });
  }

  async function drain(): Promise<void> {
    while (isWoken && !isClosed) {
      isWoken = false;
      // After an error, the mail stays in the outbox for the next attempt.
      await sendDue().catch(reportError);
    }
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

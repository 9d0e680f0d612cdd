import type { Deliver, Delivery, Mail, MailContent } from './mail.ts';
import { CLAIM_TIMEOUT_MS, type ClaimedMail, type Outbox } from './outbox.ts';

/** Makes the content of a mail when its turn comes; null when there is no need of it any more. */
export type Compose = (mail: ClaimedMail) => Promise<MailContent | null>;

type DispatcherDeps = {
  outbox: Outbox;
  compose: Compose;
  deliver: Deliver;
  now: () => Date;
  /** What stands behind the @ of message ids. */
  domain: string;
  /** Told of what must not happen. */
  reportError: (error: unknown) => void;
  /** How long deliveries may go on after `close` was called, in milliseconds. */
  drainTimeoutMs?: number;
};

/** Sent at the same time. */
const CONCURRENCY = 4;

/** How often it looks for mail that another process has put into the outbox. */
const POLL_INTERVAL_MS = 30_000;

/** How long a delivery may take: it ends before another process may claim the mail. */
const DELIVERY_TIMEOUT_MS = CLAIM_TIMEOUT_MS - 60_000;

/** Sends what is in the outbox, mail by mail as it becomes due, until it is closed. */
export function createDispatcher(parts: DispatcherDeps) {
  const { outbox, compose, deliver, now, domain, reportError, drainTimeoutMs = 3_000 } = parts;
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWoken = false;
  let isClosed = false;

  /** Looks for mail now. */
  function wake(): void {
    isWoken = true;
    if (isClosed || running !== null) return;
    clearTimeout(timer);
    running = drain()
      .catch((error: unknown) => {
        // What waits is still there the next time.
        reportError(error);
        return POLL_INTERVAL_MS;
      })
      .then((wait) => {
        running = null;
        if (!isClosed) timer = setTimeout(wake, wait).unref();
      });
  }

  /** Sends what is due and returns the milliseconds until there may be more. */
  async function drain(): Promise<number> {
    while (isWoken && !isClosed) {
      isWoken = false;
      await sendDue();
    }
    const next = await outbox.nextDueAt();
    // Whoever called meanwhile may have enqueued after that was read.
    if (isWoken) return 0;
    const untilNext = next === null ? POLL_INTERVAL_MS : Date.parse(next) - now().getTime();
    return Math.min(POLL_INTERVAL_MS, Math.max(untilNext, 0));
  }

  /**
   * Sends what is due now, with so many senders, each of which takes the next mail when it is done with
   * its own. Ends when all of them have ended, and fails as the first that failed: then the database
   * cannot be used.
   */
  async function sendDue(): Promise<void> {
    const sender = async () => {
      for (;;) {
        const [mail] = isClosed ? [] : await outbox.claim(1);
        if (mail === undefined) return;
        await send(mail);
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, sender));
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  }

  async function send(mail: ClaimedMail): Promise<void> {
    const delivery = await attempt(mail);
    await (delivery === null ? outbox.withdraw(mail) : outbox.settle(mail, delivery));
  }

  /** Null when there is no need of the mail any more. Never throws: every failure is an attempt. */
  async function attempt(mail: ClaimedMail): Promise<Delivery | null> {
    try {
      const content = await compose(mail);
      if (content === null) return null;
      const messageId = `<${mail.id}@${domain}>`;
      return await deliverInTime({ ...content, messageId, to: mail.recipient });
    } catch (error) {
      reportError(error);
      return { kind: 'deferred', answer: 'The mail could not be made or handed over.' };
    }
  }

  /** `AbortSignal.any` and `AbortSignal.timeout` would hold a kilobyte for each mail until the time is over. */
  async function deliverInTime(mail: Mail): Promise<Delivery> {
    const delivery = new AbortController();
    const abort = () => delivery.abort();
    const deadline = setTimeout(abort, DELIVERY_TIMEOUT_MS);
    closing.signal.addEventListener('abort', abort);
    if (closing.signal.aborted) abort();
    try {
      return await deliver(mail, delivery.signal);
    } finally {
      clearTimeout(deadline);
      closing.signal.removeEventListener('abort', abort);
    }
  }

  /** Ends when no mail is being sent any more; what takes longer than the grace time is deferred. */
  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(timer);
    const grace = setTimeout(() => closing.abort(), drainTimeoutMs);
    await running;
    clearTimeout(grace);
  }

  return { wake, sendDue, close };
}

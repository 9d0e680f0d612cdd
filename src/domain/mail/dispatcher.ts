import type { Deliver, MailContent } from './mail.ts';
import type { ClaimedMail, Outbox } from './outbox.ts';

/** Makes the content of a mail when its turn comes; null when there is no need of it any more. */
export type Compose = (mail: ClaimedMail) => Promise<MailContent | null>;

type Parts = {
  outbox: Outbox;
  compose: Compose;
  deliver: Deliver;
  now: () => Date;
  /** What stands behind the @ of message ids. */
  domain: string;
  /** Told of what must not happen. */
  reportError: (error: unknown) => void;
};

/** Sent at the same time. */
const AT_ONCE = 4;

/** How often it looks for mail that another process has put into the outbox. */
const LOOK_EVERY_MS = 30_000;

/** Sends what is in the outbox, mail by mail as it becomes due, until it is closed. */
export function createDispatcher(parts: Parts) {
  const { outbox, compose, deliver, now, domain, reportError } = parts;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isCalled = false;
  let isClosed = false;

  /** Looks for mail now. */
  function wake(): void {
    isCalled = true;
    if (isClosed || running !== null) return;
    running = work().finally(() => {
      running = null;
    });
  }

  async function work(): Promise<void> {
    clearTimeout(timer);
    let wait = LOOK_EVERY_MS;
    try {
      while (isCalled && !isClosed) {
        isCalled = false;
        await sendDue();
      }
      const next = await outbox.nextTurn();
      if (next !== null) wait = Math.min(wait, Math.max(Date.parse(next) - now().getTime(), 0));
    } catch (error) {
      // The database is out of reach: what waits is still there the next time.
      reportError(error);
    }
    if (!isClosed) timer = setTimeout(wake, wait).unref();
  }

  /** Sends what is due now; so many lanes, each of which takes the next mail when it is done with its own. */
  async function sendDue(): Promise<void> {
    const lane = async () => {
      for (;;) {
        const [mail] = isClosed ? [] : await outbox.claim(1);
        if (mail === undefined) return;
        await send(mail);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  async function send(mail: ClaimedMail): Promise<void> {
    let content: MailContent | null;
    try {
      content = await compose(mail);
    } catch (error) {
      reportError(error);
      return outbox.settle(mail, { kind: 'deferred', answer: 'The mail could not be composed.' });
    }
    if (content === null) return outbox.withdraw(mail);
    const messageId = `<${mail.id}@${domain}>`;
    await outbox.settle(mail, await deliver({ ...content, messageId, to: mail.recipient }));
  }

  /** Ends when what is being sent has been answered. */
  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(timer);
    await running;
  }

  return { wake, sendDue, close };
}

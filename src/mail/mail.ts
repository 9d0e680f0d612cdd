export type MailContent = {
  subject: string;
  html: string;
  text: string;
  /** Defaults to the sender. */
  replyTo?: string;
  headers?: Readonly<Record<string, string>>;
};

export type Mail = MailContent & {
  /** The same at every attempt, so that duplicates are recognized (RFC 5322, section 3.6.4). */
  messageId: string;
  to: string;
};

/** The outcome of an attempt; `answer` is the mail server's response. */
export type Delivery =
  | { kind: 'accepted'; answer: string }
  /**
   * Permanent: no retry. `noSuchMailbox` when the server does not know the recipient, rather than objecting
   * to the mail or its sender.
   */
  | { kind: 'refused'; answer: string; noSuchMailbox: boolean }
  /** Temporary: no connection, no response, or a 4yz reply (RFC 5321, section 4.2.1). */
  | { kind: 'deferred'; answer: string };

/**
 * Attempts a delivery. Outcomes of the server and the network are a {@link Delivery}; an exception counts as
 * deferred and is reported.
 *
 * @param signal aborts the delivery: the mail is then deferred, though its server may have accepted it
 */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<Delivery>;

export type MailTransport = { deliver: Deliver; close: () => void };

/** An enhanced status code (RFC 3463). */
const STATUS = /\b\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b/;
const UNKNOWN_MAILBOX =
  /no such (?:user|mailbox|recipient|person|address)|\b(?:user|mailbox|recipient|account|address)(?: \S+)? (?:is )?(?:unknown|not (?:found|known)|does(?: not|n't) (?:exist|have an? (?:\S+ )?(?:account|mailbox)))|unknown (?:user|mailbox|recipient|address)|no mailbox|invalid (?:mailbox|recipient)/i;
const OTHER_REASON = /sender|relay|auth|polic|spam|client|dns|\b(?:from|ip|ptr|[eh]{2}lo)\b|quota/i;
const BUSY_MAILBOX = /gr[ae]y-?list|(?:mailbox|quota)(?: is)? (?:full|exceeded)|over ?quota/i;

/**
 * Whether a server's reply says that the recipient's mailbox does not exist. Other refusals of a recipient (relay,
 * policy, quota) concern the sender or pass: counted as bounces, they would unsubscribe a whole list at once.
 */
export function isMailboxUnknown(reply: string): boolean {
  const status = STATUS.exec(reply)?.[1] ?? '';
  // 5.1.0, 5.1.7 and 5.1.8 are said of senders.
  if (status.startsWith('5.1.')) return /\.1\.(?:[1-46]|10)$/.test(status);
  return !/^5\.[27]\./.test(status) && !OTHER_REASON.test(reply) && UNKNOWN_MAILBOX.test(reply);
}

/** Whether the mailbox alone is why a mail did not leave, for now or for good. */
export function concernsMailbox(reply: string): boolean {
  const status = STATUS.exec(reply)?.[1] ?? '';
  const isMailboxStatus = /^[45]\.(?:1\.(?:[1-46]|10)|2\.\d+)$/.test(status);
  return isMailboxStatus || isMailboxUnknown(reply) || BUSY_MAILBOX.test(reply);
}

/** An email without letter case and "+tag": many servers deliver these to the same mailbox. */
export function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
}

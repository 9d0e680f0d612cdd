/** What the reply of a mail server says of the recipient's mailbox. */

/** An enhanced status code (RFC 3463). */
const STATUS = /\b\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b/;
const UNKNOWN_MAILBOX =
  /no such (?:user|mailbox|recipient|person)|\b(?:user|mailbox|recipient|account)(?: \S+)? (?:is )?(?:unknown|not found|does(?: not|n't) exist)|unknown (?:user|mailbox|recipient)|no mailbox|invalid (?:mailbox|recipient)/i;
const BUSY_MAILBOX = /gr[ae]y-?list|(?:mailbox|quota)(?: is)? (?:full|exceeded)|over ?quota/i;

/**
 * Whether the recipient's mailbox does not exist. Other refusals of a recipient (relay, policy, quota) concern the sender
 * or pass: counted as bounces, they would unsubscribe a whole list at once.
 */
export function isMailboxUnknown(reply: string): boolean {
  const status = STATUS.exec(reply)?.[1] ?? '';
  // 5.1.0, 5.1.7 and 5.1.8 are said of senders.
  if (status.startsWith('5.1.')) return /\.1\.(?:[1-46]|10)$/.test(status);
  return !/^5\.[27]\./.test(status) && !/sender/i.test(reply) && UNKNOWN_MAILBOX.test(reply);
}

/** Whether the mailbox alone is why a mail did not leave, for now or for good. */
export function concernsMailbox(reply: string): boolean {
  const status = STATUS.exec(reply)?.[1] ?? '';
  const isMailboxStatus = /^[45]\.(?:1\.(?:[1-46]|10)|2\.\d+)$/.test(status);
  return isMailboxStatus || isMailboxUnknown(reply) || BUSY_MAILBOX.test(reply);
}

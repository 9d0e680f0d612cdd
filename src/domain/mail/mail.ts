/** What a mail says. */
export type MailContent = {
  subject: string;
  html: string;
  /** The same for readers of plain text. */
  text: string;
  /** Who is answered; without it, the sender. */
  replyTo?: string;
  headers?: Readonly<Record<string, string>>;
};

export type Mail = MailContent & {
  /** The same at every attempt, so that a repeat is known for one (RFC 5322, section 3.6.4). */
  messageId: string;
  to: string;
};

/** What a mail server made of a mail, in its own words. */
export type Delivery =
  | { kind: 'accepted'; answer: string }
  /**
   * For good: another attempt would end the same. `noSuchMailbox` when the server does not know the
   * recipient, rather than does not like the mail or who sends it.
   */
  | { kind: 'refused'; answer: string; noSuchMailbox: boolean }
  /** For now: no connection, no answer, or "try again later" (RFC 5321, section 4.2.1). */
  | { kind: 'deferred'; answer: string };

/**
 * Hands a mail over. What a mail server or the way to it can do is a {@link Delivery}; whatever is
 * thrown counts as deferred and is reported.
 *
 * @param signal ends the delivery at once: the mail is then deferred, though its server may have taken it
 */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<Delivery>;

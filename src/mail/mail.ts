export type MailContent = {
  subject: string;
  html: string;
  /** The plain-text alternative. */
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

export type MailTransport = {
  deliver: Deliver;
  close: () => void;
};

/** The mails that were written to files, where no mail server is set. */
export type MailFiles = {
  /** Removes mails by file name; ignores names that are not mail files. */
  remove: (names: readonly string[]) => Promise<void>;
  /**
   * @param instant ISO 8601 in UTC
   * @returns the number of removed mails
   */
  removeOlderThan: (instant: string) => Promise<number>;
};

export type MailTables = { outbox: OutboxTable };

/** The queue of mail, and its outcomes. */
type OutboxTable = {
  id: string;
  /** Selects the composer. */
  kind: string;
  /** An email; empty once erased. */
  recipient: string;
  /** JSON object: input of the composer. */
  data: string;
  state: 'waiting' | 'sent' | 'refused' | 'expired' | 'withdrawn';
  attempts: number;
  /** The next attempt; while the mail is claimed, when the claim expires. */
  due_at: string;
  created_at: string;
  settled_at: string | null;
  /** The mail server's last response. */
  answer: string;
  /** Id of the newsletter issue; null for a single mail. */
  batch: string | null;
};

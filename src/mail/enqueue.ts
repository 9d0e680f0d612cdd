import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';

export type OutgoingMail = {
  kind: string;
  recipient: string;
  data: Record<string, string>;
};

/** SQLite takes 32,766 values in a statement. */
const MAX_ROWS = 1_000;

/**
 * Puts mail into the outbox, in the transaction that writes what the mail is about.
 *
 * @param batch of an issue, whose mails all other mail precedes
 */
export async function enqueue(
  trx: Kysely<Tables>,
  now: string,
  mails: readonly OutgoingMail[],
  batch: string | null = null,
): Promise<void> {
  for (let first = 0; first < mails.length; first += MAX_ROWS) {
    const rows = mails.slice(first, first + MAX_ROWS).map(({ kind, recipient, data }) => ({
      id: randomUUID(),
      kind,
      recipient,
      data: JSON.stringify(data),
      state: 'waiting' as const,
      attempts: 0,
      due_at: now,
      created_at: now,
      settled_at: null,
      answer: '',
      batch,
    }));
    await trx.insertInto('outbox').values(rows).execute();
  }
}

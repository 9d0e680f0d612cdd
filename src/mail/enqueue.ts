import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';

/** Mail to be sent; its content is composed from `data` when it is due. */
export type OutgoingMail = {
  kind: string;
  recipient: string;
  data: Record<string, string>;
};

/** Puts mail into the outbox, in the transaction that writes what the mail is about. */
export async function enqueue(
  trx: Kysely<Tables>,
  now: string,
  mails: readonly OutgoingMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ kind, recipient, data }) => ({
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
    batch: null,
  }));
  await trx.insertInto('outbox').values(rows).execute();
}

/** A new UUID, version 4 (RFC 9562), for each row of an `insert … select`. */
const NEW_ID = {
  sqlite: sql<string>`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4'
    || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-'
    || hex(randomblob(6)))`,
  postgres: sql<string>`gen_random_uuid()::text`,
};

/**
 * Enqueues a mail to each confirmed subscriber, as a batch that all other mail precedes; in one statement,
 * since there may be a hundred thousand.
 *
 * @param batch becomes `issue` in the data of each mail, beside its `subscriber`; must need no JSON escapes
 * @returns the number of mails
 */
export async function enqueueForSubscribers(
  trx: Kysely<Tables>,
  engine: Database['engine'],
  now: string,
  { kind, batch }: { kind: string; batch: string },
): Promise<number> {
  const text = (value: string) => sql<string>`cast(${value} as text)`;
  const columns = {
    id: NEW_ID[engine],
    kind: text(kind),
    recipient: sql<string>`email`,
    data: sql<string>`'{"issue":"' || ${text(batch)} || '","subscriber":"' || id || '"}'`,
    state: sql<'waiting'>`'waiting'`,
    attempts: sql<number>`0`,
    due_at: text(now),
    created_at: text(now),
    answer: sql<string>`''`,
    batch: text(batch),
  };
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('outbox')
    .columns(Object.keys(columns) as (keyof typeof columns)[])
    .expression((eb) =>
      eb
        .selectFrom('subscribers')
        .select(Object.entries(columns).map(([name, value]) => sql`${value}`.as(name)))
        .where('state', '=', 'confirmed'),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}

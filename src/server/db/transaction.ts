import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Engine } from './connect.ts';
import { errorCode } from './disk.ts';
import type { Tables } from './tables.ts';

/** A transaction is tried so often. PostgreSQL takes a second to notice a deadlock. */
const MAX_ATTEMPTS = 6;

/** Milliseconds before the second attempt, at most; twice as many before each further one. */
const BACKOFF_MS = 40;

/** Serialization failure and deadlock: PostgreSQL has rolled the transaction back, and a later one may succeed. */
const REPEATABLE = /^(?:40001|40P01)$/;

/**
 * Runs again from its beginning when PostgreSQL has ended it in favour of another one.
 *
 * @param work only queries `trx`: what counts, sends or consumes outside of the database comes
 * after the transaction, from what `work` returns, or belongs in {@link inTransactionOnce}.
 * @throws the last attempt's error, as `isBusy` recognizes it
 */
export async function inTransaction<T>(
  query: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await query.transaction().execute(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !REPEATABLE.test(errorCode(error))) throw error;
    }
    // At random: those that met would meet again.
    await sleep(Math.random() * BACKOFF_MS * 2 ** (attempt - 1));
  }
}

/** For work that does something that no rollback undoes. */
export async function inTransactionOnce<T>(
  query: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return query.transaction().execute(work);
}

export async function inSnapshot<T>(
  query: Kysely<Tables>,
  read: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return query
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // Overrides a limit of the server: the reader may be slow.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      return read(trx);
    });
}

/**
 * SQLite's transactions exclude one another; PostgreSQL's need a lock, also those of different
 * instances.
 */
export async function lockTransaction(trx: Kysely<Tables>, engine: Engine, name: string) {
  if (engine === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}

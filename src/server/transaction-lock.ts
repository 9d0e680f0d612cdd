import { type Kysely, sql } from 'kysely';
import type { Engine } from './db/connect.ts';
import type { Tables } from './db/tables.ts';

/**
 * Waits until no other transaction holds the lock of this name, and holds it until the end of this one. SQLite's
 * transactions exclude one another; PostgreSQL's need a lock, also those of different instances.
 */
export async function lockTransaction(
  trx: Kysely<Tables>,
  engine: Engine,
  name: string,
): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}

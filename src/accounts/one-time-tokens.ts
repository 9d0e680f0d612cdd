import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction, lockTransaction } from '../server/db/transaction.ts';
import type { Site } from '../site.ts';

type Token = Tables['one_time_tokens'];
export type TokenKind = Token['kind'];

/** An account with the hash of its password, as the row was when it was read. */
export type Administrator = { id: string; email: string; password_hash: string };

/** Redeems a credential within the transaction that needs it; false if it is wrong or was redeemed. */
export type Claim = (trx: Kysely<Tables>) => Promise<boolean>;

/** A transaction that runs beside no other one of accounts: what it reads stays true until it ends. */
export function inAccounts<T>({ db }: Site, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return inTransaction(db.query, async (trx) => {
    await lockTransaction(trx, db.engine, 'accounts');
    return work(trx);
  });
}

function accountBy(query: Kysely<Tables>, column: 'id' | 'email', value: string) {
  return query
    .selectFrom('administrators')
    .select(['id', 'email', 'password_hash'])
    .where(column, '=', value)
    .executeTakeFirst();
}

export function findById(query: Kysely<Tables>, id: string): Promise<Administrator | undefined> {
  return accountBy(query, 'id', id);
}

/** Ignores letter case. */
export function findByEmail(query: Kysely<Tables>, email: string) {
  return accountBy(query, 'email', email.toLowerCase());
}

export async function issueToken(trx: Kysely<Tables>, token: Omit<Token, 'attempts'>) {
  await trx
    .insertInto('one_time_tokens')
    .values({ ...token, attempts: 0 })
    .execute();
}

/** The subject of a token that has not expired. */
export async function subjectOf(
  { now }: Site,
  query: Kysely<Tables>,
  kind: TokenKind,
  hash: string,
): Promise<string | undefined> {
  const token = await query
    .selectFrom('one_time_tokens')
    .select('subject')
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return token?.subject;
}

/**
 * Counts an attempt before it is made: many may come at once.
 *
 * @returns the attempts that are left after this one; null when it is not allowed
 */
export async function countAttempt(
  { db: { query }, now }: Site,
  kind: TokenKind,
  hash: string,
  max: number,
): Promise<number | null> {
  const counted = await query
    .updateTable('one_time_tokens')
    .set((token) => ({ attempts: token('attempts', '+', 1) }))
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now())
    .where('attempts', '<', max)
    .returning('attempts')
    .executeTakeFirst();
  return counted === undefined ? null : max - counted.attempts;
}

/** Stores the use of a token that is not stored before; false if it was used. */
export async function useOnce(trx: Kysely<Tables>, token: Omit<Token, 'attempts'>) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('one_time_tokens')
    .values({ ...token, attempts: 1 })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The tokens of a subject that have not expired, the oldest first. */
export function tokensOf({ db: { query }, now }: Site, kind: TokenKind, subject: string) {
  return query
    .selectFrom('one_time_tokens')
    .select(['hash', 'expires_at'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('expires_at', '>', now())
    .orderBy('expires_at')
    .execute();
}

export async function endToken(query: Kysely<Tables>, hash: string | undefined): Promise<void> {
  if (hash !== undefined) {
    await query.deleteFrom('one_time_tokens').where('hash', '=', hash).execute();
  }
}

export async function endTokens(trx: Kysely<Tables>, subject: string, kinds: readonly TokenKind[]) {
  await trx
    .deleteFrom('one_time_tokens')
    .where('subject', '=', subject)
    .where('kind', 'in', kinds)
    .execute();
}

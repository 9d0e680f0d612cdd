import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import type { Site } from '../site.ts';

type Token = Tables['one_time_tokens'];
type TokenKind = Token['kind'];

/** Redeems a credential within the transaction that needs it; false if it is wrong or was redeemed. */
export type Claim = (trx: Kysely<Tables>) => Promise<boolean>;

/** Stores a token; false if it is stored already. */
export async function issueToken(
  trx: Kysely<Tables>,
  token: Omit<Token, 'attempts'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('one_time_tokens')
    .values({ ...token, attempts: 0 })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function subjectOf(
  { now }: Site,
  query: Kysely<Tables>,
  kind: TokenKind,
  hash: string,
): Promise<string | undefined> {
  const token = await query
    .selectFrom('one_time_tokens')
    .select('subject')
    .where((token) => token.and({ hash, kind }))
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
    .where((token) => token.and({ hash, kind }))
    .where('expires_at', '>', now())
    .where('attempts', '<', max)
    .returning('attempts')
    .executeTakeFirst();
  return counted === undefined ? null : max - counted.attempts;
}

export async function endToken(query: Kysely<Tables>, hash: string): Promise<void> {
  await query.deleteFrom('one_time_tokens').where('hash', '=', hash).execute();
}

export async function endTokens(trx: Kysely<Tables>, subject: string, kinds: readonly TokenKind[]) {
  await trx
    .deleteFrom('one_time_tokens')
    .where('subject', '=', subject)
    .where('kind', 'in', kinds)
    .execute();
}

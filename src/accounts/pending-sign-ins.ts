import type { ExpressionBuilder, Kysely } from 'kysely';
import { CLOCK_SKEW_MS } from '../server/clock-skew.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { addMilliseconds } from '../server/instants.ts';
import { generateToken, hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { type Administrator, isPasswordUnchanged } from './start-session.ts';

const LIFETIME_MS = 5 * 60 * 1000;
const MAX_ATTEMPTS = 5;

/** Creates a ticket; null when the password has changed since it was checked. */
export async function startPendingSignIn(
  { db: { engine, query }, now }: Site,
  administrator: Administrator,
) {
  const instant = now();
  const ticket = generateToken();
  const expiresAt = addMilliseconds(instant, LIFETIME_MS);
  return inTransaction(query, async (trx) => {
    if (!(await isPasswordUnchanged(trx, engine, administrator))) return null;
    await trx
      .insertInto('pending_sign_ins')
      .values({
        ticket_hash: hashToken(ticket),
        administrator_id: administrator.id,
        attempts: 0,
        expires_at: expiresAt,
      })
      .execute();
    return { ticket, expiresAt };
  });
}

/** The administrator of a valid ticket. */
export function findPendingSignIn(
  { db: { query }, now }: Site,
  ticket: string,
): Promise<Administrator | undefined> {
  return query
    .selectFrom('pending_sign_ins')
    .innerJoin('administrators', 'administrators.id', 'pending_sign_ins.administrator_id')
    .select(['administrators.id', 'administrators.email', 'administrators.password_hash'])
    .where(isValid(ticket, now()))
    .executeTakeFirst();
}

/**
 * Counts an attempt before it is made: many may come at once.
 *
 * @returns the number of attempts left after this one; null when it is not allowed
 */
export async function countPendingAttempt(
  { db: { query }, now }: Site,
  ticket: string,
): Promise<number | null> {
  const counted = await query
    .updateTable('pending_sign_ins')
    .set((pending) => ({ attempts: pending('attempts', '+', 1) }))
    .where(isValid(ticket, now()))
    .returning('attempts')
    .executeTakeFirst();
  return counted === undefined ? null : MAX_ATTEMPTS - counted.attempts;
}

/** Redeems a ticket; false if it was already redeemed. */
export async function redeemPendingSignIn(
  _site: Site,
  trx: Kysely<Tables>,
  ticket: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('pending_sign_ins')
    .where('ticket_hash', '=', hashToken(ticket))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function purgePendingSignIns({ db: { query }, now }: Site): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('pending_sign_ins')
    .where('expires_at', '<=', now())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Neither expired, nor used up, nor issued while a clock was ahead. */
function isValid(ticket: string, instant: string) {
  return (pending: ExpressionBuilder<Tables, 'pending_sign_ins'>) =>
    pending.and([
      pending('ticket_hash', '=', hashToken(ticket)),
      pending('expires_at', '>', instant),
      pending('expires_at', '<=', addMilliseconds(instant, LIFETIME_MS + CLOCK_SKEW_MS)),
      pending('attempts', '<', MAX_ATTEMPTS),
    ]);
}

/** Ends the pending sign-ins of an administrator whose password or second factors have changed. */
export async function endPendingSignIns(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('pending_sign_ins').where('administrator_id', '=', id).execute();
}

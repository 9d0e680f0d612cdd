import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { CLOCK_SKEW_MS } from '../clock-skew.ts';
import { addMilliseconds } from '../instants.ts';
import { generateToken, hashToken } from '../tokens.ts';
import { type Administrator, isPasswordUnchanged } from './sessions.ts';

type Parts = { db: Database /** ISO 8601 in UTC. */; now: () => string };

const LIFETIME_MS = 5 * 60 * 1000;
const MAX_ATTEMPTS = 5;

/** Sign-ins whose password was right and whose second factor is still to come. */
export function createPendingSignIns({ db: { engine, query }, now }: Parts) {
  /** Starts one; null when the password has changed since it was checked. */
  async function start(administrator: Administrator) {
    const instant = now();
    const ticket = generateToken();
    const expiresAt = addMilliseconds(instant, LIFETIME_MS);
    await query.deleteFrom('pending_sign_ins').where('expires_at', '<=', instant).execute();
    return query.transaction().execute(async (trx) => {
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

  /** Whose sign-in a ticket stands for, while it may be tried. */
  function find(ticket: string): Promise<Administrator | undefined> {
    return query
      .selectFrom('pending_sign_ins')
      .innerJoin('administrators', 'administrators.id', 'pending_sign_ins.administrator_id')
      .select(['administrators.id', 'administrators.email', 'administrators.password_hash'])
      .where(mayBeTried(ticket, now()))
      .executeTakeFirst();
  }

  /**
   * Counts an attempt before it is made: many may come at once.
   *
   * @returns how many are left after this one; null when it may not be made
   */
  async function countAttempt(ticket: string): Promise<number | null> {
    const counted = await query
      .updateTable('pending_sign_ins')
      .set((pending) => ({ attempts: pending('attempts', '+', 1) }))
      .where(mayBeTried(ticket, now()))
      .returning('attempts')
      .executeTakeFirst();
    return counted === undefined ? null : MAX_ATTEMPTS - counted.attempts;
  }

  /** Uses a ticket up; false when another did that before. */
  async function redeem(trx: Kysely<Tables>, ticket: string): Promise<boolean> {
    const { numDeletedRows } = await trx
      .deleteFrom('pending_sign_ins')
      .where('ticket_hash', '=', hashToken(ticket))
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  }

  return { start, find, countAttempt, redeem };
}

export type PendingSignIns = ReturnType<typeof createPendingSignIns>;

/** Neither expired, nor used up, nor handed out while a clock was ahead. */
function mayBeTried(ticket: string, instant: string) {
  return (pending: ExpressionBuilder<Tables, 'pending_sign_ins'>) =>
    pending.and([
      pending('ticket_hash', '=', hashToken(ticket)),
      pending('expires_at', '>', instant),
      pending('expires_at', '<=', addMilliseconds(instant, LIFETIME_MS + CLOCK_SKEW_MS)),
      pending('attempts', '<', MAX_ATTEMPTS),
    ]);
}

/** Ends what an administrator has begun: the password that let it begin counts no more. */
export async function endPendingSignIns(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('pending_sign_ins').where('administrator_id', '=', id).execute();
}

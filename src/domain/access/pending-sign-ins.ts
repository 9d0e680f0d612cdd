import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { type Administrator, hashToken, isUnchanged, later } from './sessions.ts';

type Parts = { db: Database /** ISO 8601 in UTC. */; now: () => string };

const LIFETIME_MS = 5 * 60 * 1000;
const MOST_ATTEMPTS = 5;

/** Sign-ins whose password was right and whose second factor is still to come. */
export function createPendingSignIns({ db: { engine, query }, now }: Parts) {
  /** Starts one; null when the password has changed since it was checked. */
  async function begin(administrator: Administrator) {
    const instant = now();
    const ticket = randomBytes(32).toString('base64url');
    const expiresAt = later(instant, LIFETIME_MS);
    await query.deleteFrom('pending_sign_ins').where('expires_at', '<=', instant).execute();
    return query.transaction().execute(async (trx) => {
      if (!(await isUnchanged(trx, engine, administrator))) return null;
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
      .where('ticket_hash', '=', hashToken(ticket))
      .where('expires_at', '>', now())
      .where('attempts', '<', MOST_ATTEMPTS)
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
      .where('ticket_hash', '=', hashToken(ticket))
      .where('expires_at', '>', now())
      .where('attempts', '<', MOST_ATTEMPTS)
      .returning('attempts')
      .executeTakeFirst();
    return counted === undefined ? null : MOST_ATTEMPTS - counted.attempts;
  }

  /** Uses a ticket up; false when another did that before. */
  async function redeem(trx: Kysely<Tables>, ticket: string): Promise<boolean> {
    const { numDeletedRows } = await trx
      .deleteFrom('pending_sign_ins')
      .where('ticket_hash', '=', hashToken(ticket))
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  }

  return { begin, find, countAttempt, redeem };
}

export type PendingSignIns = ReturnType<typeof createPendingSignIns>;

/** Ends what an administrator has begun: the password that let it begin counts no more. */
export async function endPendingSignIns(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('pending_sign_ins').where('administrator_id', '=', id).execute();
}

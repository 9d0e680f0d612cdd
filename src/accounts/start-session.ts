import type { Kysely } from 'kysely';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { addMilliseconds } from '../server/instants.ts';
import { generateToken, hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';

/** The only time the token is visible: the database stores its hash. */
export type NewSession = {
  token: string;
  email: string;
  /** ISO 8601 in UTC. */
  expiresAt: string;
};

/** Longer ones are cut. */
const USER_AGENT_LENGTH = 300;

/** Counts since the sign-in. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The row as it was when the password was checked. */
export type Administrator = { id: string; email: string; password_hash: string };

class SignInRejected extends Error {}

/**
 * Starts a session for an administrator. Returns null and writes nothing when
 * the password has changed since `password_hash` was read (that change ended all sessions), or when
 * the claim fails.
 *
 * @param claim redeems one-time credentials in the same transaction; false if they were already redeemed
 */
export async function startSession(
  { db: { engine, query }, now }: Site,
  administrator: Administrator,
  userAgent: string,
  claim: (trx: Kysely<Tables>) => Promise<boolean> = async () => true,
): Promise<NewSession | null> {
  const instant = now();
  const token = generateToken();
  const expiresAt = addMilliseconds(instant, LIFETIME_MS);
  try {
    await inTransaction(query, async (trx) => {
      const isAllowed =
        (await isPasswordUnchanged(trx, engine, administrator)) && (await claim(trx));
      // Thrown to roll the claim back.
      if (!isAllowed) throw new SignInRejected();
      await trx
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          administrator_id: administrator.id,
          created_at: instant,
          expires_at: expiresAt,
          last_used_at: instant,
          user_agent: userAgent.slice(0, USER_AGENT_LENGTH),
        })
        .execute();
      await recordEvent(trx, {
        at: instant,
        actor: administrator.email,
        action: 'signed-in',
        subject: userAgent.slice(0, USER_AGENT_LENGTH),
      });
    });
  } catch (error) {
    if (error instanceof SignInRejected) return null;
    throw error;
  }
  await markSeen(query, administrator.id, instant);
  return { token, email: administrator.email, expiresAt };
}

/** Not in the transaction of a sign-in: two of them share the row's lock, and neither could write. */
export async function markSeen(
  query: Kysely<Tables>,
  administrator: string,
  last_seen_at: string,
): Promise<void> {
  await query
    .updateTable('administrators')
    .set({ last_seen_at })
    .where('id', '=', administrator)
    .execute();
}

/** Whether an administrator still has the checked password; stays so until the transaction ends. */
export async function isPasswordUnchanged(
  trx: Kysely<Tables>,
  engine: Engine,
  { id, password_hash }: Administrator,
): Promise<boolean> {
  const row = await trx
    .selectFrom('administrators')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    // SQLite's transactions exclude one another; PostgreSQL's need a lock.
    .$if(engine === 'postgres', (administrators) => administrators.forShare())
    .executeTakeFirst();
  return row !== undefined;
}

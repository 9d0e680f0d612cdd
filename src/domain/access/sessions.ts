import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../db/connect.ts';

export type Session = { email: string /** ISO 8601 in UTC. */; expiresAt: string };

/** What a sign-in hands out: the only time the token is seen. */
export type NewSession = Session & { token: string };

const LIFETIME_MS = 24 * 60 * 60 * 1000;

type Administrator = { id: string; email: string; password_hash: string };

type Parts = { db: Database /** ISO 8601 in UTC. */; now: () => string };

/** Sessions with opaque tokens of 256 bits; the database holds their hashes only. */
export function createSessions({ db: { engine, query }, now }: Parts) {
  /**
   * Starts a session for an administrator, and forgets those that have run out. Null when the
   * password has changed since `password_hash` was read: that change ended all sessions before it.
   */
  async function startSession(administrator: Administrator): Promise<NewSession | null> {
    const instant = now();
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.parse(instant) + LIFETIME_MS).toISOString();
    await query.deleteFrom('sessions').where('expires_at', '<=', instant).execute();
    return query.transaction().execute(async (trx) => {
      const unchanged = await trx
        .selectFrom('administrators')
        .select('id')
        .where('id', '=', administrator.id)
        .where('password_hash', '=', administrator.password_hash)
        // SQLite's transactions exclude one another; PostgreSQL's must be told to.
        .$if(engine === 'postgres', (row) => row.forShare())
        .executeTakeFirst();
      if (unchanged === undefined) return null;
      await trx
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          administrator_id: administrator.id,
          created_at: instant,
          expires_at: expiresAt,
        })
        .execute();
      return { token, email: administrator.email, expiresAt };
    });
  }

  /** The session that a token stands for, unless it has run out or was revoked. */
  async function findSession(token: string): Promise<Session | null> {
    const row = await query
      .selectFrom('sessions')
      .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
      .select(['administrators.email', 'sessions.expires_at'])
      .where('sessions.token_hash', '=', hashToken(token))
      .where('sessions.expires_at', '>', now())
      .executeTakeFirst();
    return row === undefined ? null : { email: row.email, expiresAt: row.expires_at };
  }

  /** Revokes a token at once; one that stands for nothing is left as it is. */
  async function endSession(token: string): Promise<void> {
    await query.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
  }

  return { startSession, findSession, endSession };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

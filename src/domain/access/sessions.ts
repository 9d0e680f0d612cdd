import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';

export type Session = { email: string /** ISO 8601 in UTC. */; expiresAt: string };

/** A session as its administrator sees it among the others. */
export type SessionSummary = {
  id: string;
  /** Instants, ISO 8601 in UTC. */
  createdAt: string;
  expiresAt: string;
  /** As the browser called itself at sign-in; empty when it did not. */
  userAgent: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
};

/** What a sign-in hands out: the only time the token is seen. */
export type NewSession = Session & { token: string };

/** What is kept of a browser's name for itself. */
const USER_AGENT_LENGTH = 300;

const LIFETIME_MS = 24 * 60 * 60 * 1000;

type Administrator = { id: string; email: string; password_hash: string };

type Parts = { db: Database /** ISO 8601 in UTC. */; now: () => string };

/** Sessions with opaque tokens of 256 bits; the database holds their hashes only. */
export function createSessions({ db: { engine, query }, now }: Parts) {
  /**
   * Starts a session for an administrator, and forgets those that have run out. Null when the
   * password has changed since `password_hash` was read: that change ended all sessions before it.
   */
  async function startSession(
    administrator: Administrator,
    userAgent: string,
  ): Promise<NewSession | null> {
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
          user_agent: userAgent.slice(0, USER_AGENT_LENGTH),
        })
        .execute();
      await recordEvent(trx, {
        at: instant,
        actor: administrator.email,
        action: 'signed-in',
        subject: userAgent.slice(0, USER_AGENT_LENGTH),
      });
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
    const session = await findSession(token);
    await query.transaction().execute(async (trx) => {
      await trx.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
      if (session === null) return;
      const event = { at: now(), actor: session.email, action: 'signed-out', subject: '' } as const;
      await recordEvent(trx, event);
    });
  }

  /** The sessions of an administrator that have not run out, the latest first. */
  async function sessionsOf(email: string, token: string): Promise<SessionSummary[]> {
    const rows = await sessionRows(email);
    return rows.map((row) => ({
      id: idOf(row.token_hash),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      userAgent: row.user_agent,
      isCurrent: row.token_hash === hashToken(token),
    }));
  }

  /** Ends one of an administrator's own sessions. */
  async function endOwnSession(email: string, id: string): Promise<Result<void>> {
    const row = (await sessionRows(email)).find(({ token_hash }) => idOf(token_hash) === id);
    if (row === undefined) return fail({ kind: 'not-found', detail: 'There is no such session.' });
    return query.transaction().execute(async (trx) => {
      await trx.deleteFrom('sessions').where('token_hash', '=', row.token_hash).execute();
      await recordEvent(trx, {
        at: now(),
        actor: email,
        action: 'session-ended',
        subject: row.user_agent,
      });
      return succeed(undefined);
    });
  }

  function sessionRows(email: string) {
    return query
      .selectFrom('sessions')
      .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
      .select([
        'sessions.token_hash',
        'sessions.created_at',
        'sessions.expires_at',
        'sessions.user_agent',
      ])
      .where('administrators.email', '=', email)
      .where('sessions.expires_at', '>', now())
      .orderBy('sessions.created_at', 'desc')
      .orderBy('sessions.token_hash')
      .execute();
  }

  return { startSession, findSession, endSession, sessionsOf, endOwnSession };
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** What stands for a session where its token must not be seen. */
function idOf(tokenHash: string): string {
  return hashToken(tokenHash).slice(0, 32);
}

import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database, Engine } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import { CLOCK_SKEW_MS } from '../clock-skew.ts';
import { addMilliseconds } from '../instants.ts';
import { generateToken, hashToken } from '../tokens.ts';

export type Session = { email: string /** ISO 8601 in UTC. */; expiresAt: string };

/** A session as its administrator sees it among the others. */
export type SessionSummary = {
  id: string;
  /** Instants, ISO 8601 in UTC. */
  createdAt: string;
  expiresAt: string;
  /** To the minute. */
  lastUsedAt: string;
  /** As the browser called itself at sign-in; empty when it did not. */
  userAgent: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
};

/** What a sign-in hands out: the only time the token is seen. */
export type NewSession = Session & { token: string };

/** What is kept of a browser's name for itself. */
const USER_AGENT_LENGTH = 300;

/** A session ends so long after the sign-in, whatever is done with it. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** And so long after it was last used. */
const IDLE_MS = 2 * 60 * 60 * 1000;

/** Use is written down so often, not with every request. */
const TOUCH_INTERVAL_MS = 60 * 1000;

/** As it was read when the password was checked. */
export type Administrator = { id: string; email: string; password_hash: string };

class SignInRejected extends Error {}

type Parts = { db: Database /** ISO 8601 in UTC. */; now: () => string };

/** Sessions with opaque tokens of 256 bits; the database holds their hashes only. */
export function createSessions({ db: { engine, query }, now }: Parts) {
  /**
   * Starts a session for an administrator, and forgets those that are over. Null, and nothing is
   * written, when the password has changed since `password_hash` was read (that change ended all
   * sessions before it), or when what lets the person in is not there any more.
   *
   * @param claim uses up, in the same transaction, what can be used once; false when it is gone
   */
  async function startSession(
    administrator: Administrator,
    userAgent: string,
    claim: (trx: Kysely<Tables>) => Promise<boolean> = async () => true,
  ): Promise<NewSession | null> {
    const instant = now();
    const token = generateToken();
    const expiresAt = addMilliseconds(instant, LIFETIME_MS);
    await query
      .deleteFrom('sessions')
      .where((session) =>
        session.or([
          session('expires_at', '<=', instant),
          session('last_used_at', '<=', addMilliseconds(instant, -IDLE_MS)),
        ]),
      )
      .execute();
    try {
      await query.transaction().execute(async (trx) => {
        const isIn = (await isPasswordUnchanged(trx, engine, administrator)) && (await claim(trx));
        // Takes back what the claim has used up.
        if (!isIn) throw new SignInRejected();
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
    return { token, email: administrator.email, expiresAt };
  }

  /** The session that a token stands for, unless it is expired or revoked. Asking for it is use. */
  async function findSession(token: string): Promise<Session | null> {
    const instant = now();
    const row = await query
      .selectFrom('sessions')
      .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
      .select(['administrators.email', 'sessions.expires_at', 'sessions.last_used_at'])
      .where('sessions.token_hash', '=', hashToken(token))
      .where(isLive(instant))
      .executeTakeFirst();
    if (row === undefined) return null;
    const sinceTouched = Date.parse(instant) - Date.parse(row.last_used_at);
    // Also where it was noted while the clock was ahead: the session would not become idle.
    if (Math.abs(sinceTouched) >= TOUCH_INTERVAL_MS) await touch(token, instant);
    return { email: row.email, expiresAt: row.expires_at };
  }

  async function touch(token: string, instant: string): Promise<void> {
    try {
      await query
        .updateTable('sessions')
        .set({ last_used_at: instant })
        .where('token_hash', '=', hashToken(token))
        .execute();
    } catch (error) {
      // Reading goes on while the database takes nothing; what the request writes says so itself.
      if (!isUnavailable(error)) throw error;
    }
  }

  /** Revokes a token at once; one that stands for nothing is left as it is. */
  async function endSession(token: string): Promise<void> {
    const session = await findSession(token);
    await query.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('sessions')
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow();
      // Of several at once, one has ended it.
      if (session === null || numDeletedRows === 0n) return;
      const event = { at: now(), actor: session.email, action: 'signed-out', subject: '' } as const;
      await recordEvent(trx, event);
    });
  }

  /** The live sessions of an administrator, the latest first. */
  async function sessionsOf(email: string, token: string): Promise<SessionSummary[]> {
    const rows = await sessionRows(email);
    return rows.map((row) => ({
      id: publicIdOf(row.token_hash),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      userAgent: row.user_agent,
      isCurrent: row.token_hash === hashToken(token),
    }));
  }

  /** Ends one of an administrator's own sessions. */
  async function endOwnSession(email: string, id: string): Promise<Result<void>> {
    const row = (await sessionRows(email)).find(({ token_hash }) => publicIdOf(token_hash) === id);
    if (row === undefined) return noSuchSession();
    return query.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('sessions')
        .where('token_hash', '=', row.token_hash)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return noSuchSession();
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
        'sessions.last_used_at',
        'sessions.user_agent',
      ])
      .where('administrators.email', '=', email)
      .where(isLive(now()))
      .orderBy('sessions.created_at', 'desc')
      .orderBy('sessions.token_hash')
      .execute();
  }

  return { startSession, findSession, endSession, sessionsOf, endOwnSession };
}

/** Neither expired, nor idle for too long, nor started while a clock was ahead. */
function isLive(instant: string) {
  return (session: ExpressionBuilder<Tables, 'sessions'>) =>
    session.and([
      session('sessions.expires_at', '>', instant),
      session('sessions.last_used_at', '>', addMilliseconds(instant, -IDLE_MS)),
      session('sessions.created_at', '<=', addMilliseconds(instant, CLOCK_SKEW_MS)),
    ]);
}

function noSuchSession(): Result<never> {
  return fail({ kind: 'not-found', detail: 'There is no such session.' });
}

/** Whether an administrator is there, and has the password that was checked, until this is done. */
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
    // SQLite's transactions exclude one another; PostgreSQL's must be told to.
    .$if(engine === 'postgres', (administrators) => administrators.forShare())
    .executeTakeFirst();
  return row !== undefined;
}

/** What stands for a session where its token must not be seen. */
function publicIdOf(tokenHash: string): string {
  return hashToken(tokenHash).slice(0, 32);
}

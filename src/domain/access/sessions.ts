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

/** A session as listed in the account. */
export type SessionSummary = {
  id: string;
  /** Instants, ISO 8601 in UTC. */
  createdAt: string;
  expiresAt: string;
  /** Up to a minute late: see `TOUCH_INTERVAL_MS`. */
  lastUsedAt: string;
  /** Of the sign-in; may be empty. */
  userAgent: string;
  /** True for the session of the request. */
  isCurrent: boolean;
};

/** The only time the token is visible: the database stores its hash. */
export type NewSession = Session & { token: string };

/** Longer ones are cut. */
const USER_AGENT_LENGTH = 300;

/** Since the sign-in. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Since the last use. */
const IDLE_MS = 2 * 60 * 60 * 1000;

/** `last_used_at` is written no more often than this, not with every request. */
const TOUCH_INTERVAL_MS = 60 * 1000;

/** The row as it was when the password was checked. */
export type Administrator = { id: string; email: string; password_hash: string };

class SignInRejected extends Error {}

type SessionsDeps = { db: Database /** ISO 8601 in UTC. */; now: () => string };

/** Sessions with opaque tokens; the database stores only their hashes. */
export function createSessions({ db: { engine, query }, now }: SessionsDeps) {
  /**
   * Starts a session for an administrator and deletes expired ones. Returns null and writes nothing when
   * the password has changed since `password_hash` was read (that change ended all sessions), or when
   * the claim fails.
   *
   * @param claim redeems one-time credentials in the same transaction; false if they were already redeemed
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
    return { token, email: administrator.email, expiresAt };
  }

  /** The session of a token, unless it is expired or revoked. Counts as a use of the session. */
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
    // Also when it was written while the clock was ahead: the session would never become idle.
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
      // Reading works while the database rejects writes; a request that writes fails by itself.
      if (!isUnavailable(error)) throw error;
    }
  }

  /** Revokes a token at once; does nothing for an unknown one. */
  async function endSession(token: string): Promise<void> {
    const session = await findSession(token);
    await query.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('sessions')
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow();
      // Only one of several concurrent sign-outs is recorded.
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

/** Identifies a session in the account without its token or the stored hash. */
function publicIdOf(tokenHash: string): string {
  return hashToken(tokenHash).slice(0, 32);
}

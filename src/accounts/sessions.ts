import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { isUnavailable } from '../server/db/unavailable.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { addMilliseconds, CLOCK_SKEW_MS } from '../server/instants.ts';
import { generateToken, hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import type { Role } from './roles.ts';

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
async function markSeen(
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

export type Session = { email: string; role: Role /** ISO 8601 in UTC. */; expiresAt: string };

/** Counts since the last use. */
const IDLE_MS = 2 * 60 * 60 * 1000;

/** `last_used_at` is written no more often than this, not with every request. */
const TOUCH_INTERVAL_MS = 60 * 1000;

/** The session of a token, unless it is expired or revoked. Counts as a use of the session. */
export async function findSession(site: Site, token: string): Promise<Session | null> {
  const instant = site.now();
  const row = await site.db.query
    .selectFrom('sessions')
    .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
    .select(['administrators.id', 'administrators.email', 'administrators.role'])
    .select(['sessions.expires_at', 'sessions.last_used_at'])
    .where('sessions.token_hash', '=', hashToken(token))
    .where(isLive(instant))
    .executeTakeFirst();
  if (row === undefined) return null;
  const sinceTouched = Date.parse(instant) - Date.parse(row.last_used_at);
  // Also when it was written while the clock was ahead: the session would never become idle.
  if (Math.abs(sinceTouched) >= TOUCH_INTERVAL_MS) await touch(site, token, row.id, instant);
  return { email: row.email, role: row.role, expiresAt: row.expires_at };
}

async function touch(
  { db: { query } }: Site,
  token: string,
  administrator: string,
  instant: string,
): Promise<void> {
  try {
    await query
      .updateTable('sessions')
      .set({ last_used_at: instant })
      .where('token_hash', '=', hashToken(token))
      .execute();
    await markSeen(query, administrator, instant);
  } catch (error) {
    // Reading works while the database rejects writes; a request that writes fails by itself.
    if (!isUnavailable(error)) throw error;
  }
}

/** Revokes a token at once; does nothing for an unknown one. */
export async function endSession(site: Site, token: string): Promise<void> {
  const session = await findSession(site, token);
  await inTransaction(site.db.query, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    // Only one of several concurrent sign-outs is recorded.
    if (session === null || numDeletedRows === 0n) return;
    const event = {
      at: site.now(),
      actor: session.email,
      action: 'signed-out',
      subject: '',
    } as const;
    await recordEvent(trx, event);
  });
}

export async function purgeSessions({ db: { query }, now }: Site): Promise<number> {
  const instant = now();
  const { numDeletedRows } = await query
    .deleteFrom('sessions')
    .where((session) =>
      session.or([
        session('expires_at', '<=', instant),
        session('last_used_at', '<=', addMilliseconds(instant, -IDLE_MS)),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Neither expired, nor idle for too long, nor started while a clock was ahead. */
export function isLive(instant: string) {
  return (session: ExpressionBuilder<Tables, 'sessions'>) =>
    session.and([
      session('sessions.expires_at', '>', instant),
      session('sessions.last_used_at', '>', addMilliseconds(instant, -IDLE_MS)),
      session('sessions.created_at', '<=', addMilliseconds(instant, CLOCK_SKEW_MS)),
    ]);
}

/** A session as listed in the account. */
export type SessionSummary = {
  id: string;
  /** Instants, ISO 8601 in UTC. */
  createdAt: string;
  expiresAt: string;
  /** Up to a minute late: `sessions.ts` does not write every use. */
  lastUsedAt: string;
  /** The browser of the sign-in; may be empty. */
  userAgent: string;
  /** True for the session of the request. */
  isCurrent: boolean;
};

/** The live sessions of an administrator, the latest first. */
export async function sessionsOf(
  site: Site,
  email: string,
  token: string,
): Promise<SessionSummary[]> {
  const rows = await sessionRows(site, email);
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
export async function endOwnSession(site: Site, email: string, id: string): Promise<Result<void>> {
  const row = (await sessionRows(site, email)).find(
    ({ token_hash }) => publicIdOf(token_hash) === id,
  );
  if (row === undefined) return noSuchSession();
  return inTransaction(site.db.query, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('token_hash', '=', row.token_hash)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return noSuchSession();
    await recordEvent(trx, {
      at: site.now(),
      actor: email,
      action: 'session-ended',
      subject: row.user_agent,
    });
    return succeed(undefined);
  });
}

function sessionRows({ db: { query }, now }: Site, email: string) {
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

function noSuchSession(): Result<never> {
  return fail({ kind: 'not-found', detail: 'There is no such session.' });
}

/** Identifies a session in the account without its token or the stored hash. */
function publicIdOf(tokenHash: string): string {
  return hashToken(tokenHash).slice(0, 32);
}

import type { ExpressionBuilder } from 'kysely';
import { CLOCK_SKEW_MS } from '../server/clock-skew.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { isUnavailable } from '../server/db/unavailable.ts';
import { addMilliseconds } from '../server/instants.ts';
import { hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import type { Role } from './roles.ts';
import { markSeen } from './start-session.ts';

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

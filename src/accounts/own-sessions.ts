import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import { isLive } from './sessions.ts';

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

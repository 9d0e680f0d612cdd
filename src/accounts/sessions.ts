import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { isUnavailable } from '../server/db/unavailable.ts';
import { notFound, type Result, succeed } from '../server/failure.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import { generateToken, hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { type Administrator, inAccounts } from './administrators.ts';
import { recordEvent } from './audit.ts';
import type { Role } from './roles.ts';

export type Session = { email: string; role: Role /** ISO 8601 in UTC. */; expiresAt: string };

/** The only time the token is visible: the database stores its hash. */
export type NewSession = Omit<Session, 'role'> & { token: string };

/** Longer ones are cut. */
const USER_AGENT_LENGTH = 300;

/** From the sign-in. Both are also stated in docs/api.md, docs/operating.md, `api/session.ts` and the account's page. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** From the last use. */
const IDLE_MS = 2 * 60 * 60 * 1000;
/** How long an invitation is listed: 48 hours, and 30 days to be sent again. */
const INVITATION_RETENTION_MS = 32 * LIFETIME_MS;

/** `last_used_at` is written no more often than this, not with every request. */
const TOUCH_INTERVAL_MS = 60 * 1000;

export async function startSession(
  { now }: Site,
  trx: Kysely<Tables>,
  { id, email }: Administrator,
  userAgent = '',
): Promise<NewSession> {
  const at = now();
  const token = generateToken();
  const expiresAt = addMilliseconds(at, LIFETIME_MS);
  const user_agent = userAgent.slice(0, USER_AGENT_LENGTH);
  const times = { created_at: at, expires_at: expiresAt, last_used_at: at };
  await trx
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), administrator_id: id, user_agent, ...times })
    .execute();
  await markSeen(trx, id, at);
  await recordEvent(trx, { at, actor: email, action: 'signed-in', subject: user_agent });
  return { token, email, expiresAt };
}

async function markSeen(query: Kysely<Tables>, id: string, last_seen_at: string): Promise<void> {
  await query.updateTable('administrators').set({ last_seen_at }).where('id', '=', id).execute();
}

/** Counts as a use of the session. */
export async function findSession({ db: { query }, now }: Site, token: string) {
  const instant = now();
  const row = await liveSessions(query, instant)
    .select(['administrators.id', 'administrators.email', 'administrators.role'])
    .select(['sessions.expires_at', 'sessions.last_used_at'])
    .where('sessions.token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (row === undefined) return null;
  if (Date.parse(instant) - Date.parse(row.last_used_at) >= TOUCH_INTERVAL_MS) {
    try {
      await query
        .updateTable('sessions')
        .set({ last_used_at: instant })
        .where('token_hash', '=', hashToken(token))
        .execute();
      await markSeen(query, row.id, instant);
    } catch (error) {
      // Reading works while the database rejects writes; a request that writes fails by itself.
      if (!isUnavailable(error)) throw error;
    }
  }
  return { email: row.email, role: row.role, expiresAt: row.expires_at };
}

function liveSessions(query: Kysely<Tables>, instant: string) {
  return query
    .selectFrom('sessions')
    .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
    .where('sessions.expires_at', '>', instant)
    .where('sessions.last_used_at', '>', addMilliseconds(instant, -IDLE_MS));
}

export function endSession(site: Site, token: string, email: string): Promise<Result<void>> {
  return revoke(site, hashToken(token), { actor: email, action: 'signed-out' });
}

export const sessionSummarySchema = z
  .object({
    id: z.string(),
    createdAt: instant,
    expiresAt: instant,
    lastUsedAt: instant.meta({ description: 'To the minute' }),
    userAgent: z.string().meta({ description: 'As the browser called itself at sign-in' }),
    isCurrent: z.boolean().meta({ description: 'Whether it is the one that asks' }),
  })
  .meta({ id: 'SessionSummary' });

export type SessionSummary = z.output<typeof sessionSummarySchema>;

export async function sessionsOf({ db: { query }, now }: Site, email: string, token: string) {
  const rows = await liveSessions(query, now())
    .select(['token_hash as hash', 'sessions.created_at as createdAt', 'expires_at as expiresAt'])
    .select(['last_used_at as lastUsedAt', 'user_agent as userAgent'])
    .where('administrators.email', '=', email)
    .orderBy('sessions.created_at', 'desc')
    .orderBy('token_hash')
    .execute();
  return rows.map((row) => ({
    ...row,
    // Neither the token nor the stored hash.
    id: hashToken(row.hash).slice(0, 32),
    isCurrent: row.hash === hashToken(token),
  }));
}

export async function endOwnSession(site: Site, email: string, id: string): Promise<Result<void>> {
  const session = (await sessionsOf(site, email, '')).find((own) => own.id === id);
  if (session === undefined) return NO_SUCH_SESSION;
  const { hash, userAgent } = session;
  return revoke(site, hash, { actor: email, action: 'session-ended', subject: userAgent });
}

const NO_SUCH_SESSION = notFound('There is no such session.');

function revoke(site: Site, hash: string, event: Omit<Parameters<typeof recordEvent>[1], 'at'>) {
  return inAccounts(site, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('token_hash', '=', hash)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return NO_SUCH_SESSION;
    await recordEvent(trx, { at: site.now(), ...event });
    return succeed(undefined);
  });
}

export async function endSessions(trx: Kysely<Tables>, id: string, kept = ''): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('administrator_id', '=', id)
    .where('token_hash', '<>', hashToken(kept))
    .execute();
}

export async function renewToken(trx: Kysely<Tables>, token: string) {
  const next = generateToken();
  const session = await trx
    .updateTable('sessions')
    .set({ token_hash: hashToken(next) })
    .where('token_hash', '=', hashToken(token))
    .returning('expires_at')
    .executeTakeFirst();
  return session === undefined ? null : { token: next, expiresAt: session.expires_at };
}

export function accessPurges({ db: { query }, now }: Site) {
  return {
    sessions: () =>
      query.deleteFrom('sessions').where('expires_at', '<=', now()).executeTakeFirst(),
    invitations: () =>
      query
        .deleteFrom('administrators')
        .where('invited_by', 'is not', null)
        .where('created_at', '<', addMilliseconds(now(), -INVITATION_RETENTION_MS))
        .executeTakeFirst(),
    tokens: () =>
      query.deleteFrom('one_time_tokens').where('expires_at', '<=', now()).executeTakeFirst(),
  };
}

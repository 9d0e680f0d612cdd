import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import { hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import {
  alreadyHere,
  hasAccount,
  INVITATION_COLUMNS,
  INVITATION_HOURS,
  type Invitation,
  isAdministrator,
  isPending,
  isUnanswered,
  isWithin,
  noSuchInvitation,
  notAllowed,
  toInvitation,
} from './invite.ts';
import { hashPassword, type passwordByLinkSchema } from './passwords.ts';

type OpenedInvitation = Pick<Invitation, 'email' | 'role' | 'invitedBy' | 'expiresAt'>;

/** Whom a link invites, or why it does not. Changes nothing: mail scanners follow links. */
export async function openInvitation(
  { db: { query }, now }: Site,
  token: string,
): Promise<Result<OpenedInvitation>> {
  const row = await query
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hashLinkToken(token))
    .executeTakeFirst();
  if (row === undefined) return refused('unknown');
  if (row.accepted_at !== null) return refused('used');
  if (row.revoked_at !== null) return refused('revoked');
  if (await hasAccount(query, row.email)) return alreadyHere(row.email);
  if (!isWithin(row, now())) return refused('expired');
  const { email, role, invited_by: invitedBy, expires_at: expiresAt } = row;
  return succeed({ email, role, invitedBy, expiresAt });
}

/** Makes the account with the password that was chosen. One statement redeems the link, so that it works once. */
export async function acceptInvitation(
  site: Site,
  { token, password }: z.output<typeof passwordByLinkSchema>,
): Promise<Result<{ email: string }>> {
  const opened = await openInvitation(site, token);
  if (!opened.ok) return opened;
  const password_hash = await hashPassword(password);
  const instant = site.now();
  const accepted = await inTransaction(site.db.query, async (trx) => {
    const row = await trx
      .updateTable('invitations')
      .set({ accepted_at: instant })
      .where('token_hash', '=', hashLinkToken(token))
      .where(isPending(instant))
      .returning(['email', 'role'])
      .executeTakeFirst();
    if (row === undefined) return null;
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('administrators')
      .values({ ...row, id: randomUUID(), password_hash, created_at: instant })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return alreadyHere(row.email);
    const event = { at: instant, actor: row.email, subject: row.role } as const;
    await recordEvent(trx, { ...event, action: 'invitation-accepted' });
    return succeed({ email: row.email });
  });
  if (accepted !== null) return accepted;
  // Somebody was quicker, or it has just ended.
  const reopened = await openInvitation(site, token);
  return reopened.ok ? refused('used') : reopened;
}

const REASONS = {
  unknown:
    'This invitation does not work. Its link may be incomplete, or a newer email may have replaced it. Use the link in the latest email, or ask for a new invitation.',
  used: 'This invitation has already been used. Sign in with the password that you chose then.',
  revoked: 'This invitation was withdrawn. Ask an administrator for a new one.',
  expired: `This invitation has expired: it was valid for ${INVITATION_HOURS} hours. Ask an administrator for a new one.`,
};

function refused(reason: keyof typeof REASONS): Result<never> {
  return fail({ kind: 'not-found', detail: REASONS[reason] });
}

/** How long an invitation that has ended is kept, so that its link can say what became of it. */
const ENDED_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** The invitations that wait for an answer, or have expired without one, the latest first. */
export async function listInvitations({ now, db: { query } }: Site): Promise<Invitation[]> {
  const rows = await query
    .selectFrom('invitations')
    .select(INVITATION_COLUMNS)
    .where(isUnanswered)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const instant = now();
  return rows.map((row) => toInvitation(row, instant));
}

/** Revokes an invitation, whichever administrator made it. */
export function revokeInvitation(
  { now, db: { engine, query } }: Site,
  id: string,
  { by }: { by: string },
): Promise<Result<void>> {
  const instant = now();
  return inTransaction(query, async (trx) => {
    if (!(await isAdministrator(trx, engine, by))) return notAllowed();
    const row = await trx
      .updateTable('invitations')
      .set({ revoked_at: instant })
      .where('id', '=', id)
      .where(isUnanswered)
      .returning('email')
      .executeTakeFirst();
    if (row === undefined) return noSuchInvitation();
    const event = { at: instant, actor: by, subject: row.email } as const;
    await recordEvent(trx, { ...event, action: 'invitation-revoked' });
    return succeed(undefined);
  });
}

/** Purges invitations that ended, by whatever, 30 days after they would have expired. */
export async function purgeInvitations({ now, db: { query } }: Site): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('invitations')
    .where('expires_at', '<', addMilliseconds(now(), -ENDED_RETENTION_MS))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

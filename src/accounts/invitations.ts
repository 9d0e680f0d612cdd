import { inTransaction } from '../server/db/transaction.ts';
import { type Result, succeed } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import {
  INVITATION_COLUMNS,
  type Invitation,
  isAdministrator,
  isUnanswered,
  noSuchInvitation,
  notAllowed,
  toInvitation,
} from './invitation-rows.ts';

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

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { enqueue } from '../mail/enqueue.ts';
import type { Database } from '../server/db/connect.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { type Result, succeed } from '../server/failure.ts';
import { email } from '../server/fields.ts';
import type { Limits } from '../server/limits/limits.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import { recordEvent } from './audit.ts';
import { withinMailLimits } from './invitation-limits.ts';
import { invitationLink, mailOf, withdrawMails } from './invitation-mail.ts';
import {
  alreadyHere,
  alreadyInvited,
  expiryOf,
  hasAccount,
  INVITATION_COLUMNS,
  type InvitationRow,
  isAdministrator,
  isPending,
  isUnanswered,
  type NewInvitation,
  noSuchInvitation,
  notAllowed,
  toInvitation,
} from './invitation-rows.ts';
import { ROLES } from './roles.ts';

export const newInvitationSchema = z.object({ email: email(), role: z.enum(ROLES) });

export type InviteDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  limits: Limits;
  site: SiteIdentity;
  /** Without it, the link is shown to the administrator who invites. */
  sendsMail: boolean;
  /** Called after the transaction that enqueued mail has committed. */
  onMailEnqueued: () => void;
};

/** The sending of invitations, for the first time and again. */
export function createInvite(deps: InviteDeps) {
  const { db, now, limits, site, sendsMail, onMailEnqueued } = deps;
  const { engine, query } = db;

  /** An invitation whose link is shown writes no mail. */
  function withinLimits<T>(invited: string, write: () => Promise<Result<T>>): Promise<Result<T>> {
    return sendsMail ? withinMailLimits(limits, invited, write) : write();
  }

  /** Invites somebody who has no account. An invitation of that email that has ended makes room for it. */
  async function invite(
    wanted: z.output<typeof newInvitationSchema>,
    { by }: { by: string },
  ): Promise<Result<NewInvitation>> {
    const invited = wanted.email.toLowerCase();
    return withinLimits(invited, () => makeInvitation({ ...wanted, email: invited }, by));
  }

  async function makeInvitation(
    { email: invited, role }: z.output<typeof newInvitationSchema>,
    by: string,
  ): Promise<Result<NewInvitation>> {
    const instant = now();
    const token = sendsMail ? null : generateLinkToken();
    const row = {
      id: randomUUID(),
      email: invited,
      role,
      invited_by: by,
      created_at: instant,
      expires_at: expiryOf(instant),
    };
    const made = await inTransaction(query, async (trx): Promise<Result<void>> => {
      if (!(await isAdministrator(trx, engine, by))) return notAllowed();
      if (await hasAccount(trx, invited)) return alreadyHere(invited);
      await trx
        .deleteFrom('invitations')
        .where('email', '=', invited)
        .where((ended) => ended.not(isPending(instant)(ended)))
        .execute();
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('invitations')
        .values({ ...row, token_hash: token && hashLinkToken(token) })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return alreadyInvited(invited);
      if (sendsMail) await enqueue(trx, instant, [mailOf(row)]);
      const action = `${role}-invited` as const;
      await recordEvent(trx, { at: instant, actor: by, action, subject: invited });
      return succeed(undefined);
    });
    if (!made.ok) return made;
    if (sendsMail) onMailEnqueued();
    return succeed({ ...toInvitation(row, instant), link: token && invitationLink(site, token) });
  }

  /** Sends an invitation again, for another 48 hours. The link of the mail before ends. */
  async function resendInvitation(
    id: string,
    { by }: { by: string },
  ): Promise<Result<NewInvitation>> {
    const invitation = await query
      .selectFrom('invitations')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirst();
    if (invitation === undefined) return noSuchInvitation();
    return withinLimits(invitation.email, () => mailAgain(id, by));
  }

  async function mailAgain(id: string, by: string): Promise<Result<NewInvitation>> {
    const instant = now();
    const token = sendsMail ? null : generateLinkToken();
    const sent = await inTransaction(query, async (trx): Promise<Result<InvitationRow>> => {
      if (!(await isAdministrator(trx, engine, by))) return notAllowed();
      const row = await trx
        .updateTable('invitations')
        .set({
          token_hash: token && hashLinkToken(token),
          invited_by: by,
          created_at: instant,
          expires_at: expiryOf(instant),
        })
        .where('id', '=', id)
        .where(isUnanswered)
        .returning(INVITATION_COLUMNS)
        .executeTakeFirst();
      if (row === undefined) return noSuchInvitation();
      if (await hasAccount(trx, row.email)) return alreadyHere(row.email);
      await withdrawMails(trx, id, instant);
      if (sendsMail) await enqueue(trx, instant, [mailOf(row)]);
      const event = { at: instant, actor: by, subject: row.email } as const;
      await recordEvent(trx, { ...event, action: 'invitation-resent' });
      return succeed(row);
    });
    if (!sent.ok) return sent;
    if (sendsMail) onMailEnqueued();
    return succeed({
      ...toInvitation(sent.value, instant),
      link: token && invitationLink(site, token),
    });
  }

  return { invite, resendInvitation };
}

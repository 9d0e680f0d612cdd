import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { enqueue } from '../mail/enqueue.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { type Result, succeed } from '../server/failure.ts';
import { email } from '../server/fields.ts';
import type { Limit, Limits } from '../server/limits/limits.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
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
import { tooMany } from './sign-in-guard.ts';

const HOUR = 60 * 60;

/** Mails to one email: a stolen session must not flood a mailbox. */
const PER_EMAIL: readonly Limit[] = [
  { name: 'invitation-email', max: 5, seconds: HOUR },
  { name: 'invitation-email-day', max: 10, seconds: 24 * HOUR },
];

/** Mails of all administrators together. */
const FROM_EVERYONE: readonly Limit[] = [{ name: 'invitation-everyone', max: 60, seconds: HOUR }];

/** Limits the mails of invitations: counts one before it is written, and takes it back if there is none. */
async function withinMailLimits<T>(
  limits: Limits,
  invited: string,
  write: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const wait =
    (await limits.spendAll(PER_EMAIL, invited)) ??
    (await limits.spendAll(FROM_EVERYONE, 'everyone'));
  if (wait !== null) return tooMany(wait, 'Too many invitations. Try again');
  let isWritten = false;
  try {
    const written = await write();
    isWritten = written.ok;
    return written;
  } finally {
    if (!isWritten) {
      await limits.refund(PER_EMAIL, invited);
      await limits.refund(FROM_EVERYONE, 'everyone');
    }
  }
}

export const newInvitationSchema = z.object({ email: email(), role: z.enum(ROLES) });

/** An invitation whose link is shown writes no mail. */
function withinLimits<T>(
  { limits, sendsMail }: Site,
  invited: string,
  write: () => Promise<Result<T>>,
): Promise<Result<T>> {
  return sendsMail ? withinMailLimits(limits, invited, write) : write();
}

/** Invites somebody who has no account. An invitation of that email that has ended makes room for it. */
export async function invite(
  site: Site,
  wanted: z.output<typeof newInvitationSchema>,
  { by }: { by: string },
): Promise<Result<NewInvitation>> {
  const invited = wanted.email.toLowerCase();
  return withinLimits(site, invited, () => makeInvitation(site, { ...wanted, email: invited }, by));
}

async function makeInvitation(
  { now, identity, sendsMail, onMailEnqueued, db: { engine, query } }: Site,
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
  return succeed({ ...toInvitation(row, instant), link: token && invitationLink(identity, token) });
}

/** Sends an invitation again, for another 48 hours. The link of the mail before ends. */
export async function resendInvitation(
  site: Site,
  id: string,
  { by }: { by: string },
): Promise<Result<NewInvitation>> {
  const invitation = await site.db.query
    .selectFrom('invitations')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst();
  if (invitation === undefined) return noSuchInvitation();
  return withinLimits(site, invitation.email, () => mailAgain(site, id, by));
}

async function mailAgain(
  { now, identity, sendsMail, onMailEnqueued, db: { engine, query } }: Site,
  id: string,
  by: string,
): Promise<Result<NewInvitation>> {
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
    link: token && invitationLink(identity, token),
  });
}

import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Composers } from '../mail/dispatcher.ts';
import { enqueue } from '../mail/enqueue.ts';
import { mailboxOf } from '../mail/mail.ts';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { email as emailField } from '../server/fields.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Limit } from '../server/limits/limits.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import type { AuditAction } from './audit-actions.ts';
import { endTokens, findByEmail, inAccounts, issueToken, subjectOf } from './one-time-tokens.ts';
import { hashPassword, type passwordByLinkSchema } from './passwords.ts';
import { isAdministrator, notAllowed, ROLES } from './roles.ts';
import { tooMany } from './sign-in-guard.ts';

type InvitationRow = Selectable<Tables['invitations']>;

export const invitationSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: z.enum(ROLES),
    invitedBy: z.string(),
    createdAt: instant,
    expiresAt: instant,
    isExpired: z.boolean(),
  })
  .meta({ id: 'Invitation' });

export type Invitation = z.output<typeof invitationSchema>;

export const madeInvitationSchema = invitationSchema
  .extend({
    link: z.url().nullable().meta({
      description:
        'Null if it was emailed; without a mail server, the link to pass on, returned only once',
    }),
  })
  .meta({ id: 'MadeInvitation' });

export type NewInvitation = z.output<typeof madeInvitationSchema>;

const HOURS = 48;
const HOUR = 60 * 60;
const MAIL_KIND = 'invitation';

/** The link of an invitation is known as long as its row, so that it can say what became of it. */
const NEVER = '9999-12-31T23:59:59.999Z';

/** Mails to one mailbox: a stolen session must not flood it. */
const PER_MAILBOX: readonly Limit[] = [
  { name: 'invitation-email', max: 5, seconds: HOUR },
  { name: 'invitation-email-day', max: 10, seconds: 24 * HOUR },
];

/** Mails of all administrators together. */
const FROM_EVERYONE: readonly Limit[] = [{ name: 'invitation-everyone', max: 60, seconds: HOUR }];

export const newInvitationSchema = z.object({ email: emailField(), role: z.enum(ROLES) });

function toInvitation(row: InvitationRow, instant: string): Invitation {
  const { id, email, role, invited_by: invitedBy, created_at, expires_at: expiresAt } = row;
  const isExpired = expiresAt <= instant;
  return { id, email, role, invitedBy, createdAt: created_at, expiresAt, isExpired };
}

function isOpen({ accepted_at, revoked_at }: InvitationRow): boolean {
  return accepted_at === null && revoked_at === null;
}

/** The invitations that wait for an answer, or have expired without one, the latest first. */
export async function listInvitations({ now, db: { query } }: Site): Promise<Invitation[]> {
  const rows = await query
    .selectFrom('invitations')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.filter(isOpen).map((row) => toInvitation(row, now()));
}

function findInvitation(query: Kysely<Tables>, column: 'id' | 'email', value: string) {
  return query.selectFrom('invitations').selectAll().where(column, '=', value).executeTakeFirst();
}

/** Invites somebody who has no account. An invitation of that email that has ended makes room for it. */
export async function invite(
  site: Site,
  wanted: z.output<typeof newInvitationSchema>,
  { by }: { by: string },
): Promise<Result<NewInvitation>> {
  const email = wanted.email.toLowerCase();
  return writeInvitation(site, email, by, async (trx, instant) => {
    const former = await findInvitation(trx, 'email', email);
    if (former !== undefined && isOpen(former) && former.expires_at > instant) {
      const detail = `${email} has already been invited. Invite them again from the list, or withdraw that invitation first.`;
      return fail({ kind: 'conflict', detail });
    }
    if (former !== undefined)
      await trx.deleteFrom('invitations').where('id', '=', former.id).execute();
    const action = `${wanted.role}-invited` as const;
    return succeed({ id: randomUUID(), email, role: wanted.role, action });
  });
}

/** Sends an invitation again, for another 48 hours. The link of the mail before ends. */
export async function resendInvitation(
  site: Site,
  id: string,
  { by }: { by: string },
): Promise<Result<NewInvitation>> {
  const invitation = await findInvitation(site.db.query, 'id', id);
  if (invitation === undefined) return noSuchInvitation();
  return writeInvitation(site, invitation.email, by, async (trx) => {
    const former = await findInvitation(trx, 'id', id);
    if (former === undefined || !isOpen(former)) return noSuchInvitation();
    await trx.deleteFrom('invitations').where('id', '=', id).execute();
    return succeed({ ...former, action: 'invitation-resent' as const });
  });
}

/** Writes an invitation, and its mail or its link, within the limits of mails: those that are refused do not count. */
async function writeInvitation(
  site: Site,
  email: string,
  by: string,
  prepare: (
    trx: Kysely<Tables>,
    instant: string,
  ) => Promise<Result<Pick<Invitation, 'id' | 'email' | 'role'> & { action: AuditAction }>>,
): Promise<Result<NewInvitation>> {
  const { limits, sendsMail } = site;
  const wait = sendsMail
    ? (limits.spendAll(PER_MAILBOX, mailboxOf(email)) ?? limits.spendAll(FROM_EVERYONE, 'everyone'))
    : null;
  if (wait !== null) return tooMany(wait, 'Too many invitations. Try again');
  const invited = await inAccounts(site, async (trx): Promise<Result<NewInvitation>> => {
    const instant = site.now();
    if (!(await isAdministrator(trx, by))) return notAllowed();
    if ((await findByEmail(trx, email)) !== undefined) return alreadyHere(email);
    const prepared = await prepare(trx, instant);
    if (!prepared.ok) return prepared;
    const { id, role, action } = prepared.value;
    const row = {
      ...{ id, email, role, invited_by: by, created_at: instant },
      ...{ expires_at: addMilliseconds(instant, HOURS * HOUR * 1000) },
      ...{ accepted_at: null, revoked_at: null },
    };
    await trx.insertInto('invitations').values(row).execute();
    await withdrawMails(trx, email, instant);
    if (sendsMail) {
      const mail = { kind: MAIL_KIND, recipient: email, data: { invitation: id } };
      await enqueue(trx, instant, [mail]);
    }
    await recordEvent(trx, { at: instant, actor: by, action, subject: email });
    const link = sendsMail ? null : await newLink(site, trx, id);
    return succeed({ ...toInvitation(row, instant), link });
  });
  if (invited.ok) site.onMailEnqueued();
  else if (sendsMail) {
    limits.refund(PER_MAILBOX, mailboxOf(email));
    limits.refund(FROM_EVERYONE, 'everyone');
  }
  return invited;
}

/** A mail of an invitation that waits for another attempt would end the link of the next mail. */
async function withdrawMails(trx: Kysely<Tables>, email: string, instant: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ state: 'withdrawn', settled_at: instant })
    .where('kind', '=', MAIL_KIND)
    .where('recipient', '=', email)
    .where('state', '=', 'waiting')
    .execute();
}

/** Ends the former link. The token is in the fragment, which browsers send to no server, nor as a referrer. */
async function newLink({ identity }: Site, trx: Kysely<Tables>, id: string): Promise<string> {
  const token = generateLinkToken();
  await endTokens(trx, id, ['invitation']);
  const hash = hashLinkToken(token);
  await issueToken(trx, { hash, kind: 'invitation', subject: id, expires_at: NEVER });
  return `${identity.url}/admin/accept-invitation#${token}`;
}

export const INVITATION_MAILS: Composers = {
  /** Makes the link: neither the outbox nor a backup holds one that works. */
  [MAIL_KIND]: async (site, { data }) => {
    const composed = await inAccounts(site, async (trx) => {
      const row = await findInvitation(trx, 'id', data.invitation ?? '');
      if (row === undefined || !isOpen(row) || row.expires_at <= site.now()) return null;
      return { row, acceptUrl: await newLink(site, trx, row.id) };
    });
    if (composed === null) return null;
    const { role, invited_by: invitedBy, expires_at: expiresAt } = composed.row;
    const { invitation } = await import('./mails/invitation.ts');
    const { acceptUrl } = composed;
    return invitation({ site: site.identity, role, invitedBy, expiresAt, acceptUrl });
  },
};

/** Whom a link invites, or why it does not. Changes nothing: mail scanners follow links. */
export async function openInvitation(
  site: Site,
  token: string,
): Promise<Result<Pick<Invitation, 'email' | 'role' | 'invitedBy' | 'expiresAt'>>> {
  const opened = await findByToken(site, site.db.query, token);
  if (!opened.ok) return opened;
  const { email, role, invitedBy, expiresAt } = opened.value;
  return succeed({ email, role, invitedBy, expiresAt });
}

async function findByToken(
  site: Site,
  query: Kysely<Tables>,
  token: string,
): Promise<Result<Invitation>> {
  const id = await subjectOf(site, query, 'invitation', hashLinkToken(token));
  const row = id === undefined ? undefined : await findInvitation(query, 'id', id);
  if (row === undefined) return refused('unknown');
  if (row.accepted_at !== null) return refused('used');
  if (row.revoked_at !== null) return refused('revoked');
  if ((await findByEmail(query, row.email)) !== undefined) return alreadyHere(row.email);
  const invitation = toInvitation(row, site.now());
  return invitation.isExpired ? refused('expired') : succeed(invitation);
}

/** Makes the account with the password that was chosen, once. */
export async function acceptInvitation(
  site: Site,
  { token, password }: z.output<typeof passwordByLinkSchema>,
): Promise<Result<{ email: string }>> {
  const before = await openInvitation(site, token);
  if (!before.ok) return before;
  const password_hash = await hashPassword(password);
  return inAccounts(site, async (trx) => {
    const opened = await findByToken(site, trx, token);
    if (!opened.ok) return opened;
    const { id, email, role } = opened.value;
    const at = site.now();
    await trx.updateTable('invitations').set({ accepted_at: at }).where('id', '=', id).execute();
    await trx
      .insertInto('administrators')
      .values({ id: randomUUID(), email, role, password_hash, created_at: at })
      .execute();
    const event = { at, actor: email, action: 'invitation-accepted', subject: role } as const;
    await recordEvent(trx, event);
    return succeed({ email });
  });
}

/** Revokes an invitation, whichever administrator made it. */
export function revokeInvitation(
  site: Site,
  id: string,
  { by }: { by: string },
): Promise<Result<void>> {
  return inAccounts(site, async (trx) => {
    if (!(await isAdministrator(trx, by))) return notAllowed();
    const [email] = await revokeInvitations(site, trx, 'id', id);
    if (email === undefined) return noSuchInvitation();
    const event = { at: site.now(), actor: by, action: 'invitation-revoked' } as const;
    await recordEvent(trx, { ...event, subject: email });
    return succeed(undefined);
  });
}

/**
 * Revokes the open invitations of somebody who got an account in another way, or that were made by somebody who is no
 * administrator any more. @returns the emails that were invited
 */
export async function revokeInvitations(
  { now }: Site,
  trx: Kysely<Tables>,
  column: 'id' | 'email' | 'invited_by',
  value: string,
): Promise<string[]> {
  const revoked = await trx
    .updateTable('invitations')
    .set({ revoked_at: now() })
    .where(column, '=', value)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('email')
    .execute();
  return revoked.map(({ email }) => email);
}

const REASONS = {
  unknown:
    'This invitation does not work. Its link may be incomplete, or a newer email may have replaced it. Use the link in the latest email, or ask for a new invitation.',
  used: 'This invitation has already been used. Sign in with the password that you chose then.',
  revoked: 'This invitation was withdrawn. Ask an administrator for a new one.',
  expired: `This invitation has expired: it was valid for ${HOURS} hours. Ask an administrator for a new one.`,
};

function refused(reason: keyof typeof REASONS): Result<never> {
  return fail({ kind: 'not-found', detail: REASONS[reason] });
}

function alreadyHere(email: string): Result<never> {
  return fail({ kind: 'conflict', detail: `${email} already has an account.` });
}

function noSuchInvitation(): Result<never> {
  const detail = 'There is no such invitation. It may have been accepted or withdrawn.';
  return fail({ kind: 'not-found', detail });
}

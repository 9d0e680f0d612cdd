import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Composers } from '../mail/dispatcher.ts';
import { enqueue } from '../mail/enqueue.ts';
import { mailboxOf } from '../mail/mail.ts';
import type { Tables } from '../server/db/tables.ts';
import { conflict, notFound, type Result, succeed } from '../server/failure.ts';
import { email as emailField } from '../server/fields.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Limit } from '../server/limits/limits.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import {
  issueLink,
  type passwordByLinkSchema,
  redeemLink,
  subjectOfLink,
  withdrawMails,
} from './mailed-links.ts';
import { endTokens, findByEmail, inAccounts } from './one-time-tokens.ts';
import { isAdministrator, NOT_ALLOWED, ROLES } from './roles.ts';
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
const KIND = 'invitation';

/** The link of an invitation is known as long as its row, so that it can say what became of it. */
const NEVER = '9999-12-31T23:59:59.999Z';

/** Mails to one mailbox: a stolen session must not flood it. */
const PER_MAILBOX: readonly Limit[] = [
  { name: 'invitation-email', max: 5, seconds: HOUR },
  { name: 'invitation-email-day', max: 10, seconds: 24 * HOUR },
];

/** Mails of all administrators together. */
const FROM_EVERYONE: Limit = { name: 'invitation-everyone', max: 60, seconds: HOUR };

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
  const all = query.selectFrom('invitations').selectAll();
  const rows = await all.orderBy('created_at', 'desc').orderBy('id').execute();
  return rows.filter(isOpen).map((row) => toInvitation(row, now()));
}

function findInvitation(query: Kysely<Tables>, column: 'id' | 'email', value: string) {
  return query.selectFrom('invitations').selectAll().where(column, '=', value).executeTakeFirst();
}

/**
 * Invites somebody who has no account, for 48 hours and within the limits of mails: those that are refused do not count. A
 * former invitation of that email ends, and its link.
 */
export async function invite(
  site: Site,
  { email: guest, role }: z.output<typeof newInvitationSchema>,
  { by }: { by: string },
): Promise<Result<NewInvitation>> {
  const { limits, sendsMail } = site;
  const email = guest.toLowerCase();
  const wait = sendsMail
    ? (limits.spendAll(PER_MAILBOX, mailboxOf(email)) ?? limits.spend(FROM_EVERYONE, 'everyone'))
    : null;
  if (wait !== null) return tooMany(wait, 'Too many invitations. Try again');
  const invited = await inAccounts(site, async (trx): Promise<Result<NewInvitation>> => {
    if (!(await isAdministrator(trx, by))) return NOT_ALLOWED;
    if ((await findByEmail(trx, email)) !== undefined) return alreadyHere(email);
    const at = site.now();
    const expires_at = addMilliseconds(at, HOURS * HOUR * 1000);
    const ends = { created_at: at, expires_at, accepted_at: null, revoked_at: null };
    const row = { id: randomUUID(), email, role, invited_by: by, ...ends };
    await trx.deleteFrom('invitations').where('email', '=', email).execute();
    await trx.insertInto('invitations').values(row).execute();
    await withdrawMails(site, trx, KIND, email);
    const mail = { kind: KIND, recipient: email, data: { invitation: row.id } };
    if (sendsMail) await enqueue(trx, at, [mail]);
    await recordEvent(trx, { at, actor: by, action: `${role}-invited`, subject: email });
    const link = sendsMail ? null : await newLink(site, trx, row.id);
    return succeed({ ...toInvitation(row, at), link });
  });
  if (invited.ok) site.onMailEnqueued();
  else if (sendsMail) {
    limits.refund(PER_MAILBOX, mailboxOf(email));
    limits.refund([FROM_EVERYONE], 'everyone');
  }
  return invited;
}

/** Ends the former link. */
async function newLink(site: Site, trx: Kysely<Tables>, id: string): Promise<string> {
  await endTokens(trx, id, [KIND]);
  return issueLink(site, trx, { kind: KIND, subject: id, expires_at: NEVER });
}

export const INVITATION_MAILS: Composers = {
  /** Makes the link: neither the outbox nor a backup holds one that works. */
  [KIND]: async (site, { data }) => {
    const composed = await inAccounts(site, async (trx) => {
      const row = await findInvitation(trx, 'id', data.invitation ?? '');
      if (row === undefined || !isOpen(row) || row.expires_at <= site.now()) return null;
      return { ...toInvitation(row, site.now()), url: await newLink(site, trx, row.id) };
    });
    if (composed === null) return null;
    const { invitation } = await import('./account-emails.ts');
    return invitation(site.identity, composed, composed);
  },
};

/** Whom a link invites, or why it does not. */
export async function openInvitation(site: Site, token: string) {
  const opened = await findByToken(site, site.db.query, token);
  if (!opened.ok) return opened;
  const { email, role, invitedBy, expiresAt } = opened.value;
  return succeed({ email, role, invitedBy, expiresAt });
}

async function findByToken(site: Site, query: Kysely<Tables>, token: string) {
  const id = await subjectOfLink(site, query, KIND, token);
  const row = id === undefined ? undefined : await findInvitation(query, 'id', id);
  if (row === undefined) return notFound(REASONS.unknown);
  if (row.accepted_at !== null) return notFound(REASONS.used);
  if (row.revoked_at !== null) return notFound(REASONS.revoked);
  if ((await findByEmail(query, row.email)) !== undefined) return alreadyHere(row.email);
  const invitation = toInvitation(row, site.now());
  return invitation.isExpired ? notFound(REASONS.expired) : succeed(invitation);
}

/** Makes the account with the password that was chosen, once. */
export function acceptInvitation(site: Site, chosen: z.output<typeof passwordByLinkSchema>) {
  return redeemLink(site, chosen, findByToken, async (trx, { id, email, role }, password_hash) => {
    const at = site.now();
    await trx.updateTable('invitations').set({ accepted_at: at }).where('id', '=', id).execute();
    await trx
      .insertInto('administrators')
      .values({ id: randomUUID(), email, role, password_hash, created_at: at })
      .execute();
    const action = 'invitation-accepted';
    await recordEvent(trx, { at, actor: email, action, subject: role });
  });
}

/** Revokes an invitation, whichever administrator made it. */
export function revokeInvitation(site: Site, id: string, { by }: { by: string }) {
  return inAccounts(site, async (trx) => {
    if (!(await isAdministrator(trx, by))) return NOT_ALLOWED;
    const [email] = await revokeInvitations(site, trx, 'id', id);
    if (email === undefined) return NO_SUCH_INVITATION;
    const action = 'invitation-revoked';
    await recordEvent(trx, { at: site.now(), actor: by, action, subject: email });
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

function alreadyHere(email: string): Result<never> {
  return conflict(`${email} already has an account.`);
}

const NO_SUCH_INVITATION = notFound(
  'There is no such invitation. It may have been accepted or withdrawn.',
);

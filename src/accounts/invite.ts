import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { z } from 'zod';
import type { Composers } from '../mail/dispatcher.ts';
import { enqueue } from '../mail/enqueue.ts';
import type { ClaimedMail } from '../mail/outbox.ts';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { email } from '../server/fields.ts';
import { addMilliseconds, CLOCK_SKEW_MS } from '../server/instants.ts';
import type { Limit, Limits } from '../server/limits/limits.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import { ROLES, type Role } from './roles.ts';
import { tooMany } from './sign-in-guard.ts';

type InvitationRow = Pick<
  Tables['invitations'],
  'id' | 'email' | 'role' | 'invited_by' | 'created_at' | 'expires_at'
>;

export type Invitation = {
  id: string;
  email: string;
  role: Role;
  /** The email of an administrator. */
  invitedBy: string;
  /** Instants, ISO 8601 in UTC. */
  createdAt: string;
  expiresAt: string;
  isExpired: boolean;
};

/** `link` is null when it is mailed; else this is the only time that it is visible. */
export type NewInvitation = Invitation & { link: string | null };

export const INVITATION_COLUMNS = [
  'id',
  'email',
  'role',
  'invited_by',
  'created_at',
  'expires_at',
] as const;

export const INVITATION_HOURS = 48;

/** When an invitation that is made or sent again at an instant expires. */
function expiryOf(instant: string): string {
  return addMilliseconds(instant, INVITATION_HOURS * 60 * 60 * 1000);
}

/** Revokes the invitations that somebody made who is no administrator any more. */
export async function revokeInvitationsBy(trx: Kysely<Tables>, by: string, instant: string) {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: instant })
    .where('invited_by', '=', by)
    .where(isUnanswered)
    .execute();
}

/** Revokes the invitation of somebody who got an account in another way. */
export async function revokeInvitationOf(trx: Kysely<Tables>, invited: string, instant: string) {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: instant })
    .where('email', '=', invited)
    .where(isUnanswered)
    .execute();
}

type Invitations = ExpressionBuilder<Tables, 'invitations'>;

export function isUnanswered(invitation: Invitations) {
  return invitation.and([
    invitation('accepted_at', 'is', null),
    invitation('revoked_at', 'is', null),
  ]);
}

/** Unanswered, not expired, and not made while a clock was ahead. */
export function isPending(instant: string) {
  return (invitation: Invitations) =>
    invitation.and([
      isUnanswered(invitation),
      invitation('expires_at', '>', instant),
      invitation('created_at', '<=', addMilliseconds(instant, CLOCK_SKEW_MS)),
    ]);
}

export function isWithin({ created_at, expires_at }: InvitationRow, instant: string): boolean {
  return expires_at > instant && created_at <= addMilliseconds(instant, CLOCK_SKEW_MS);
}

export async function hasAccount(trx: Kysely<Tables>, address: string): Promise<boolean> {
  const row = await trx
    .selectFrom('administrators')
    .select('id')
    .where('email', '=', address)
    .executeTakeFirst();
  return row !== undefined;
}

export function alreadyHere(address: string): Result<never> {
  const detail = `${address} already has an account.`;
  return fail({ kind: 'conflict', detail });
}

function alreadyInvited(address: string): Result<never> {
  const detail = `${address} has already been invited. Invite them again from the list, or withdraw that invitation first.`;
  return fail({ kind: 'conflict', detail });
}

/** Answers an administrator who was demoted or removed while the request was under way. */
export function notAllowed(): Result<never> {
  return fail({ kind: 'forbidden', detail: 'You are no longer an administrator.' });
}

/** Stays true until the transaction ends: a demotion waits. */
export async function isAdministrator(
  trx: Kysely<Tables>,
  engine: Engine,
  by: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('administrators')
    .select('id')
    .where('email', '=', by)
    .where('role', '=', 'administrator')
    // SQLite's transactions exclude one another; PostgreSQL's need a lock.
    .$if(engine === 'postgres', (rows) => rows.forShare())
    .executeTakeFirst();
  return row !== undefined;
}

export function toInvitation(row: InvitationRow, instant: string): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isExpired: !isWithin(row, instant),
  };
}

export function noSuchInvitation(): Result<never> {
  const detail = 'There is no such invitation. It may have been accepted or withdrawn.';
  return fail({ kind: 'not-found', detail });
}

const MAIL_KIND = 'invitation';

/**
 * Composes the mail with a new token: only its hash is stored, and neither the outbox nor a backup holds a
 * link that works. A second attempt ends the link of the first.
 */
async function composeInvitation({ db: { query }, now, identity }: Site, { data }: ClaimedMail) {
  const token = generateLinkToken();
  const row = await query
    .updateTable('invitations')
    .set({ token_hash: hashLinkToken(token) })
    .where('id', '=', data.invitation ?? '')
    .where(isPending(now()))
    .returning(INVITATION_COLUMNS)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { invitation } = await import('./mails/invitation.ts');
  return invitation({
    site: identity,
    role: row.role,
    invitedBy: row.invited_by,
    expiresAt: row.expires_at,
    acceptUrl: invitationLink(identity, token),
  });
}

/** The token is in the fragment, which browsers send to no server, nor as a referrer. */
function invitationLink(site: SiteIdentity, token: string): string {
  return `${site.url}/admin/accept-invitation#${token}`;
}

function mailOf({ id, email: recipient }: Pick<InvitationRow, 'id' | 'email'>) {
  return { kind: MAIL_KIND, recipient, data: { invitation: id } };
}

/** Withdraws mails of an invitation that wait for another attempt: they would end the link of the next mail. */
async function withdrawMails(trx: Kysely<Tables>, id: string, instant: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ state: 'withdrawn', settled_at: instant })
    .where('kind', '=', MAIL_KIND)
    .where('data', '=', JSON.stringify({ invitation: id }))
    .where('state', '=', 'waiting')
    .execute();
}

export const INVITATION_MAILS: Composers = { [MAIL_KIND]: composeInvitation };

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

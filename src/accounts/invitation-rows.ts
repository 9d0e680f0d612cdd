import type { ExpressionBuilder, Kysely } from 'kysely';
import { CLOCK_SKEW_MS } from '../server/clock-skew.ts';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Role } from './roles.ts';

export type InvitationRow = Pick<
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
export function expiryOf(instant: string): string {
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

export function alreadyInvited(address: string): Result<never> {
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

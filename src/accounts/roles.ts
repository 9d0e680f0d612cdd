import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { fail } from '../server/failure.ts';

/** What an account may do: everything, or only write (posts, pictures, previews). */
export const ROLES = ['administrator', 'writer'] as const;

export type Role = (typeof ROLES)[number];

export function mayAct(role: Role, needed: Role): boolean {
  return role === 'administrator' || needed === 'writer';
}

export async function mayStill(query: Kysely<Tables>, email: string, role: Role): Promise<boolean> {
  const account = await query
    .selectFrom('administrators')
    .select('role')
    .where('email', '=', email)
    .where('invited_by', 'is', null)
    .executeTakeFirst();
  return account !== undefined && mayAct(account.role, role);
}

export const isAdministrator = (trx: Kysely<Tables>, by: string) =>
  mayStill(trx, by, 'administrator');

/** Answers an administrator who was demoted or removed while the request was under way. */
export const NOT_ALLOWED = fail({
  kind: 'forbidden',
  detail: 'You are no longer an administrator.',
});

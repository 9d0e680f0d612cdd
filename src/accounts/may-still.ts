import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { mayAct, type Role } from './roles.ts';

/** Whether somebody who has asked for what is done later is still here, and has the role for it. */
export async function mayStill(query: Kysely<Tables>, email: string, role: Role): Promise<boolean> {
  const account = await query
    .selectFrom('administrators')
    .select('role')
    .where('email', '=', email)
    .executeTakeFirst();
  return account !== undefined && mayAct(account.role, role);
}

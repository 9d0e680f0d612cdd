import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { lazy } from '../server/lazy.ts';
import { hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';
import { endPendingSignIns } from './second-step.ts';
import type { Administrator } from './sessions.ts';

const decoyHash = lazy(() => hashPassword(generatePassword()));

/** @returns the administrator with this email and password, or null */
export async function checkPassword(
  site: Site,
  {
    email,
    password,
  }: {
    email: string;
    password: string;
  },
): Promise<Administrator | null> {
  const administrator = await findByEmail(site, email);
  // Also for known emails: the first check after the start hashes the decoy, which takes time.
  const decoy = await decoyHash();
  const isRight = await verifyPassword(administrator?.password_hash ?? decoy, password);
  return administrator !== undefined && isRight ? administrator : null;
}

/** Ignores letter case. */
export function findByEmail(
  { db: { query } }: Site,
  email: string,
): Promise<Administrator | undefined> {
  return query
    .selectFrom('administrators')
    .select(['id', 'email', 'password_hash'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
}

/**
 * Stores a password, and ends what the one before let in: sessions, pending sign-ins and reset links.
 *
 * @param keptToken of the session that stays
 */
export async function storePassword(
  trx: Kysely<Tables>,
  administrator: string,
  password_hash: string,
  keptToken?: string,
): Promise<void> {
  await trx
    .updateTable('administrators')
    .set({ password_hash })
    .where('id', '=', administrator)
    .execute();
  await trx
    .deleteFrom('sessions')
    .where('administrator_id', '=', administrator)
    .$if(keptToken !== undefined, (others) =>
      others.where('token_hash', '<>', hashToken(keptToken as string)),
    )
    .execute();
  await endPendingSignIns(trx, administrator);
  await endPasswordResets(trx, administrator);
}

/** Ends the reset links of an account. */
export async function endPasswordResets(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('password_resets').where('administrator_id', '=', id).execute();
}

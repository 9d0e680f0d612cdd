import { lazy } from '../server/lazy.ts';
import type { Site } from '../site.ts';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';
import type { Administrator } from './start-session.ts';

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

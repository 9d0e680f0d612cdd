import type { Database } from '../server/db/connect.ts';
import { lazy } from '../server/lazy.ts';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';
import type { Administrator } from './start-session.ts';

/** Checks passwords in the same time for known and unknown emails, so that accounts cannot be enumerated. */
export function createPasswordCheck({ query }: Pick<Database, 'query'>) {
  // Verified when the email is unknown.
  const decoyHash = lazy(() => hashPassword(generatePassword()));

  /** @returns the administrator with this email and password, or null */
  async function checkPassword({
    email,
    password,
  }: {
    email: string;
    password: string;
  }): Promise<Administrator | null> {
    const administrator = await findByEmail(email);
    // Also for known emails: the first check after the start hashes the decoy, which takes time.
    const decoy = await decoyHash();
    const isRight = await verifyPassword(administrator?.password_hash ?? decoy, password);
    return administrator !== undefined && isRight ? administrator : null;
  }

  /** Ignores letter case. */
  function findByEmail(email: string): Promise<Administrator | undefined> {
    return query
      .selectFrom('administrators')
      .select(['id', 'email', 'password_hash'])
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
  }

  return { checkPassword, findByEmail };
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

import type { Database } from '../../db/connect.ts';
import { lazy } from '../lazy.ts';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';
import type { Administrator } from './sessions.ts';

/** Finds out whose a password is, in the same time for addresses that are known and that are not. */
export function createPasswordCheck({ query }: Pick<Database, 'query'>) {
  // Checked when the address is unknown, so that the time of an answer does not tell which are.
  const decoyHash = lazy(() => hashPassword(generatePassword()));

  /** @returns the administrator with this address and password, or null */
  async function checkPassword({
    email,
    password,
  }: {
    email: string;
    password: string;
  }): Promise<Administrator | null> {
    const administrator = await findByEmail(email);
    // Also where it is not needed: the first answer after the start would tell.
    const decoy = await decoyHash();
    const isRight = await verifyPassword(administrator?.password_hash ?? decoy, password);
    return administrator !== undefined && isRight ? administrator : null;
  }

  /** An administrator by the address, in any letter case. */
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

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../db/connect.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { email as emailField } from '../fields.ts';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';
import type { createSessions, NewSession } from './sessions.ts';

export const credentialsSchema = z.object({
  email: emailField(),
  password: z.string().min(1, 'Must not be empty').max(1_000),
});

export type Credentials = z.output<typeof credentialsSchema>;

type Parts = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  sessions: ReturnType<typeof createSessions>;
};

/** The people who may sign in: one role, e-mail and password. */
export function createAdministrators({ db: { query }, now, sessions }: Parts) {
  // Checked when the address is unknown, so that the time of an answer does not tell which are.
  let decoyHash: Promise<string> | undefined;

  /** Starts a session, or fails in the same words and time whichever of the two was wrong. */
  async function signIn({ email, password }: Credentials): Promise<Result<NewSession>> {
    const administrator = await findByEmail(email);
    decoyHash ??= hashPassword(generatePassword());
    const right = await verifyPassword(administrator?.password_hash ?? (await decoyHash), password);
    const session =
      administrator === undefined || !right ? null : await sessions.startSession(administrator);
    return session === null
      ? fail({ kind: 'unauthenticated', detail: 'Invalid email or password.' })
      : succeed(session);
  }

  /** Sets a new password and ends every session of that administrator. */
  async function changePassword({ email, password }: Credentials): Promise<Result<void>> {
    const password_hash = await hashPassword(password);
    return query.transaction().execute(async (trx) => {
      const administrator = await trx
        .updateTable('administrators')
        .set({ password_hash })
        .where('email', '=', email.toLowerCase())
        .returning('id')
        .executeTakeFirst();
      if (administrator === undefined) {
        return fail({ kind: 'not-found', detail: `There is no administrator ${email}.` });
      }
      await trx.deleteFrom('sessions').where('administrator_id', '=', administrator.id).execute();
      return succeed(undefined);
    });
  }

  /** Makes sure that an administrator exists and has this password; sessions end if it changes. */
  async function ensureAdministrator(credentials: Credentials): Promise<void> {
    const known = await findByEmail(credentials.email);
    if (known === undefined) await add(credentials);
    else if (!(await verifyPassword(known.password_hash, credentials.password))) {
      await changePassword(credentials);
    }
  }

  /**
   * Makes the first administrator with a generated password, unless there is one already.
   *
   * @returns the credentials, to be shown once, or null.
   */
  async function createFirstAdministrator(email: string): Promise<Credentials | null> {
    if (await hasAdministrators()) return null;
    const credentials = { email, password: generatePassword() };
    return (await add(credentials)) ? credentials : null;
  }

  async function hasAdministrators(): Promise<boolean> {
    const someone = await query.selectFrom('administrators').select('id').executeTakeFirst();
    return someone !== undefined;
  }

  async function add({ email, password }: Credentials): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await query
      .insertInto('administrators')
      .values({
        id: randomUUID(),
        email: email.toLowerCase(),
        password_hash: await hashPassword(password),
        created_at: now(),
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  function findByEmail(email: string) {
    return query
      .selectFrom('administrators')
      .selectAll()
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
  }

  return {
    signIn,
    changePassword,
    ensureAdministrator,
    createFirstAdministrator,
    hasAdministrators,
  };
}

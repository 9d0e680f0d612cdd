import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, invalidField, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import { hashToken } from '../tokens.ts';
import type { PasswordCheck } from './password-check.ts';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import type { Credentials, SignInClient } from './sign-in.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/** Length instead of composition rules (NIST SP 800-63B-4, 3.1.1.2). */
const PASSWORD_LENGTH = 15;

export const newPasswordSchema = z.object({
  current: z.string().min(1, 'Must not be empty').max(1_000),
  password: z
    .string()
    .min(PASSWORD_LENGTH, `Must have at least ${PASSWORD_LENGTH} characters`)
    .max(1_000),
});

type AdministratorsDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  passwords: PasswordCheck;
  guard: SignInGuard;
};

/** The accounts that can sign in: one role, email and password. */
export function createAdministrators({
  db: { engine, query },
  now,
  passwords,
  guard,
}: AdministratorsDeps) {
  /**
   * Sets a new password and ends every session of that administrator, except the one of `keptToken`.
   * Second factors stay.
   */
  async function changePassword(
    { email, password }: Credentials,
    keptToken?: string,
  ): Promise<Result<void>> {
    const passwordHash = await hashPassword(password);
    return query
      .transaction()
      .execute((trx) => setPassword(trx, email.toLowerCase(), passwordHash, keptToken));
  }

  async function setPassword(
    trx: Kysely<Tables>,
    email: string,
    password_hash: string,
    keptToken?: string,
  ): Promise<Result<void>> {
    const administrator = await trx
      .updateTable('administrators')
      .set({ password_hash })
      .where('email', '=', email)
      .returning(['id', 'email'])
      .executeTakeFirst();
    if (administrator === undefined) return noSuchAdministrator(email);
    await trx
      .deleteFrom('sessions')
      .where('administrator_id', '=', administrator.id)
      .$if(keptToken !== undefined, (others) =>
        others.where('token_hash', '<>', hashToken(keptToken as string)),
      )
      .execute();
    await endPendingSignIns(trx, administrator.id);
    await recordEvent(trx, {
      at: now(),
      actor: keptToken === undefined ? null : administrator.email,
      action: 'password-changed',
      subject: administrator.email,
    });
    return succeed(undefined);
  }

  /** Sets a new password after checking the present one; the session of `token` stays. */
  async function changeOwnPassword(
    { email, current, password }: Credentials & { current: string },
    token: string,
    { ip = null }: Pick<SignInClient, 'ip'> = {},
  ): Promise<Result<void>> {
    const known = await guard.attempt(
      { step: 'confirmation', email, ip },
      async () => {
        const administrator = await passwords.checkPassword({ email, password: current });
        return administrator === null
          ? invalidField('current', 'This is not your present password', 'wrong_password')
          : succeed(administrator);
      },
      () => false,
    );
    return known.ok ? changePassword({ email, password }, token) : known;
  }

  /** Adds an administrator with a generated password, to be shown once. */
  async function addAdministrator(email: string): Promise<Result<Credentials>> {
    const credentials = { email: email.toLowerCase(), password: generatePassword() };
    return (await inTransaction(undefined, (trx) => add(trx, credentials)))
      ? succeed(credentials)
      : fail({ kind: 'conflict', detail: `There is an administrator ${email} already.` });
  }

  /** Gives an administrator a generated password, to be shown once, and ends their sessions. */
  async function resetPassword(email: string): Promise<Result<Credentials>> {
    const credentials = { email: email.toLowerCase(), password: generatePassword() };
    const changed = await changePassword(credentials);
    return changed.ok ? succeed(credentials) : changed;
  }

  /** Removes an administrator with their sessions; the last one stays. */
  async function removeAdministrator(email: string): Promise<Result<void>> {
    return query.transaction().execute(async (trx) => {
      const administrators = await trx
        .selectFrom('administrators')
        .select('email')
        // SQLite's transactions exclude one another; PostgreSQL's need a lock.
        .$if(engine === 'postgres', (rows) => rows.forUpdate())
        .execute();
      const wanted = email.toLowerCase();
      if (!administrators.some((administrator) => administrator.email === wanted)) {
        return noSuchAdministrator(email);
      }
      if (administrators.length === 1) {
        const detail = `${email} is the last administrator: add another one first.`;
        return fail({ kind: 'conflict', detail });
      }
      await trx.deleteFrom('administrators').where('email', '=', wanted).execute();
      await recordEvent(trx, {
        at: now(),
        actor: null,
        action: 'administrator-removed',
        subject: wanted,
      });
      return succeed(undefined);
    });
  }

  async function administrators(): Promise<{ email: string; createdAt: string }[]> {
    const rows = await query
      .selectFrom('administrators')
      .select(['email', 'created_at'])
      .orderBy('email')
      .execute();
    return rows.map(({ email, created_at }) => ({ email, createdAt: created_at }));
  }

  /**
   * Applies the settings ADMIN_EMAIL and ADMIN_PASSWORD: adds the administrator, or sets the password and ends the
   * sessions if the setting has changed since it was last applied. A password that was changed in the account stays.
   */
  async function ensureAdministrator(credentials: Credentials, within?: Kysely<Tables>) {
    await inTransaction(within, async (trx) => {
      const email = credentials.email.toLowerCase();
      const known = await trx
        .selectFrom('administrators')
        .select(['password_hash', 'applied_password_hash'])
        .where('email', '=', email)
        .executeTakeFirst();
      // Before the first setting is applied, it is compared with the present password.
      const applied = known?.applied_password_hash ?? known?.password_hash;
      if (applied === undefined) await add(trx, credentials);
      else if (!(await verifyPassword(applied, credentials.password))) {
        await setPassword(trx, email, await hashPassword(credentials.password));
      } else if (known?.applied_password_hash !== null) return;
      await trx
        .updateTable('administrators')
        .set((row) => ({ applied_password_hash: row.ref('password_hash') }))
        .where('email', '=', email)
        .execute();
    });
  }

  /**
   * Adds the first administrator with a generated password, unless there is one already.
   *
   * @returns the credentials, to be shown once, or null
   */
  async function createFirstAdministrator(
    email: string,
    within?: Kysely<Tables>,
  ): Promise<Credentials | null> {
    return inTransaction(within, async (trx) => {
      if (await hasAdministrators(trx)) return null;
      const credentials = { email, password: generatePassword() };
      return (await add(trx, credentials)) ? credentials : null;
    });
  }

  async function hasAdministrators(within: Kysely<Tables> = query): Promise<boolean> {
    const row = await within.selectFrom('administrators').select('id').executeTakeFirst();
    return row !== undefined;
  }

  /** Uses the caller's transaction, if there is one. */
  function inTransaction<T>(
    within: Kysely<Tables> | undefined,
    work: (trx: Kysely<Tables>) => Promise<T>,
  ): Promise<T> {
    return within === undefined ? query.transaction().execute(work) : work(within);
  }

  async function add(trx: Kysely<Tables>, { email, password }: Credentials): Promise<boolean> {
    const administrator = {
      id: randomUUID(),
      email: email.toLowerCase(),
      password_hash: await hashPassword(password),
      created_at: now(),
    };
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('administrators')
      .values(administrator)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    await recordEvent(trx, {
      at: administrator.created_at,
      actor: null,
      action: 'administrator-added',
      subject: administrator.email,
    });
    return true;
  }

  return {
    changePassword,
    changeOwnPassword,
    addAdministrator,
    resetPassword,
    removeAdministrator,
    administrators,
    ensureAdministrator,
    createFirstAdministrator,
    hasAdministrators,
  };
}

function noSuchAdministrator(email: string): Result<never> {
  return fail({ kind: 'not-found', detail: `There is no administrator ${email}.` });
}

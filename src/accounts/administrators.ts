import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction as inOwnTransaction } from '../server/db/transaction.ts';
import { fail, invalidField, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import { revokeInvitationOf } from './invite.ts';
import { generatePassword, hashPassword, newPassword, verifyPassword } from './passwords.ts';
import type { Role } from './roles.ts';
import { guardAttempt } from './sign-in-guard.ts';
import type { Credentials, SignInClient } from './sign-in-steps.ts';
import { checkPassword, storePassword } from './stored-passwords.ts';

/** Apart from the account's row, which ends when the account is removed. */
const APPLIED_SETTINGS = 'applied-administrator';

export const newPasswordSchema = z.object({
  current: z.string().min(1, 'Must not be empty').max(1_000),
  password: newPassword,
});

/**
 * Sets a new password and ends every session of that administrator. Second factors stay.
 */
export async function changePassword(
  site: Site,
  { email, password }: Credentials,
): Promise<Result<void>> {
  const passwordHash = await hashPassword(password);
  return inOwnTransaction(site.db.query, (trx) =>
    setPassword(site, trx, email.toLowerCase(), passwordHash),
  );
}

async function setPassword(
  { now }: Site,
  trx: Kysely<Tables>,
  email: string,
  password_hash: string,
  keptToken?: string,
): Promise<Result<void>> {
  const administrator = await trx
    .selectFrom('administrators')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (administrator === undefined) return noSuchAdministrator(email);
  await storePassword(trx, administrator.id, password_hash, keptToken);
  await recordEvent(trx, {
    at: now(),
    actor: keptToken === undefined ? null : administrator.email,
    action: 'password-changed',
    subject: administrator.email,
  });
  return succeed(undefined);
}

/** Sets a new password after checking the present one; the session of `token` stays. */
export async function changeOwnPassword(
  site: Site,
  { email, current, password }: Credentials & { current: string },
  token: string,
  { ip = null }: Pick<SignInClient, 'ip'> = {},
): Promise<Result<void>> {
  const known = await guardAttempt(
    site,
    { step: 'confirmation', email, ip },
    async () => {
      const administrator = await checkPassword(site, { email, password: current });
      return administrator === null ? WRONG_PASSWORD : succeed(administrator);
    },
    () => false,
  );
  if (!known.ok) return known;
  const { id, password_hash } = known.value;
  const replacement = await hashPassword(password);
  return inOwnTransaction(site.db.query, async (trx) => {
    // The password may have been changed since it was checked.
    const { numUpdatedRows } = await trx
      .updateTable('administrators')
      .set({ password_hash: replacement })
      .where('id', '=', id)
      .where('password_hash', '=', password_hash)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return WRONG_PASSWORD;
    return setPassword(site, trx, known.value.email, replacement, token);
  });
}

/** Adds an account with a generated password, to be shown once. */
export async function addAdministrator(
  site: Site,
  email: string,
  role: Role = 'administrator',
): Promise<Result<Credentials>> {
  const credentials = { email: email.toLowerCase(), password: generatePassword() };
  return (await withinTransaction(site, undefined, (trx) =>
    insertAdministrator(site, trx, credentials, role),
  ))
    ? succeed(credentials)
    : fail({ kind: 'conflict', detail: `${email} already has an account.` });
}

/** Gives an administrator a generated password, to be shown once, and ends their sessions. */
export async function resetPassword(site: Site, email: string): Promise<Result<Credentials>> {
  const credentials = { email: email.toLowerCase(), password: generatePassword() };
  const changed = await changePassword(site, credentials);
  return changed.ok ? succeed(credentials) : changed;
}

/**
 * Applies the settings ADMIN_EMAIL and ADMIN_PASSWORD: adds the administrator, or sets the password and ends the
 * sessions if the setting has changed since it was last applied. A password that was changed in the account stays,
 * and an account that was removed stays so.
 */
export async function ensureAdministrator(
  site: Site,
  credentials: Credentials,
  within?: Kysely<Tables>,
) {
  await withinTransaction(site, within, async (trx) => {
    const email = credentials.email.toLowerCase();
    const isNew = await rememberSettings(trx, { ...credentials, email });
    const known = await trx
      .selectFrom('administrators')
      .select(['password_hash', 'applied_password_hash'])
      .where('email', '=', email)
      .executeTakeFirst();
    // Before the first setting is applied, it is compared with the present password.
    const applied = known?.applied_password_hash ?? known?.password_hash;
    if (applied === undefined) {
      if (!isNew && (await hasAdministrators(site, trx))) return;
      await insertAdministrator(site, trx, credentials);
    } else if (!(await verifyPassword(applied, credentials.password))) {
      await setPassword(site, trx, email, await hashPassword(credentials.password));
    } else if (known?.applied_password_hash !== null) return;
    await trx
      .updateTable('administrators')
      .set((row) => ({ applied_password_hash: row.ref('password_hash') }))
      .where('email', '=', email)
      .execute();
  });
}

/** Stores a hash of the settings; returns whether they are others than those that were stored before. */
async function rememberSettings(
  trx: Kysely<Tables>,
  { email, password }: Credentials,
): Promise<boolean> {
  const settings = `${email} ${password}`;
  const before = await trx
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', APPLIED_SETTINGS)
    .executeTakeFirst();
  if (before !== undefined && (await verifyPassword(before.value, settings))) return false;
  const value = await hashPassword(settings);
  await trx
    .insertInto('secrets')
    .values({ name: APPLIED_SETTINGS, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  return true;
}

/**
 * Adds the first administrator with a generated password, unless there is one already.
 *
 * @returns the credentials, to be shown once, or null
 */
export async function createFirstAdministrator(
  site: Site,
  email: string,
  within?: Kysely<Tables>,
): Promise<Credentials | null> {
  return withinTransaction(site, within, async (trx) => {
    if (await hasAdministrators(site, trx)) return null;
    const credentials = { email, password: generatePassword() };
    return (await insertAdministrator(site, trx, credentials)) ? credentials : null;
  });
}

export async function hasAdministrators(
  { db: { query } }: Site,
  within: Kysely<Tables> = query,
): Promise<boolean> {
  const row = await within.selectFrom('administrators').select('id').executeTakeFirst();
  return row !== undefined;
}

/** Uses the caller's transaction, if there is one. */
function withinTransaction<T>(
  { db: { query } }: Site,
  within: Kysely<Tables> | undefined,
  work: (trx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return within === undefined ? inOwnTransaction(query, work) : work(within);
}

async function insertAdministrator(
  { now }: Site,
  trx: Kysely<Tables>,
  { email, password }: Credentials,
  role: Role = 'administrator',
): Promise<boolean> {
  const administrator = {
    id: randomUUID(),
    email: email.toLowerCase(),
    role,
    password_hash: await hashPassword(password),
    created_at: now(),
  };
  // Before the insert: who accepts the invitation at the same time locks the rows in this order, too.
  await revokeInvitationOf(trx, administrator.email, administrator.created_at);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('administrators')
    .values(administrator)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await recordEvent(trx, {
    at: administrator.created_at,
    actor: null,
    action: `${role}-added`,
    subject: administrator.email,
  });
  return true;
}

const WRONG_PASSWORD = invalidField(
  'current',
  'This is not your current password',
  'wrong_password',
);

function noSuchAdministrator(email: string): Result<never> {
  return fail({ kind: 'not-found', detail: `There is no administrator or writer ${email}.` });
}

import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, invalidField, type Result, succeed } from '../server/failure.ts';
import { required, text } from '../server/fields.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import type { AuditAction } from './audit-actions.ts';
import {
  appConfirmedAt,
  confirmAppCode,
  createAppSecret,
  deleteApp,
  type NewAuthenticatorApp,
} from './authenticator-apps.ts';
import { newPasskeySchema } from './passkey-schemas.ts';
import {
  claimNewPasskey,
  deletePasskey,
  isPasskeyOffered,
  listPasskeys,
  type PasskeyCreation,
  type PasskeySummary,
  passkeyCreationOptions,
} from './passkeys.ts';
import { type Proof, prove, wrongPasskey, wrongPassword } from './reauthentication.ts';
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  generateRecoveryCodes,
  type RecoveryCodesLeft,
} from './recovery-codes.ts';
import { endPendingSignIns, hasSecondFactor } from './second-step.ts';
import type { Administrator } from './sessions.ts';
import { noPasskeys, type SignInClient } from './sign-in-steps.ts';
import { findByEmail } from './stored-passwords.ts';

export const appCodeSchema = z.object({ code: text(20) });

export const addedPasskeySchema = z.object({ name: required(100), passkey: newPasskeySchema });

export type SecondFactors = {
  /** When the authenticator app was activated (ISO 8601 in UTC), or null. */
  appSince: string | null;
  passkeys: PasskeySummary[];
  /** Null while there is no second factor. */
  recoveryCodes: RecoveryCodesLeft | null;
  /** False where browsers offer no passkeys: see `relyingParty`. */
  offersPasskeys: boolean;
};

const MAX_PASSKEYS = 20;

export async function secondFactorsOf(site: Site, email: string): Promise<SecondFactors> {
  const { id } = await findAdministrator(site, email);
  return {
    appSince: await appConfirmedAt(site, id),
    passkeys: await listPasskeys(site, id),
    recoveryCodes: await countRecoveryCodes(site, id),
    offersPasskeys: isPasskeyOffered(site),
  };
}

/** Generates the secret of an authenticator app; {@link confirmApp} activates it. */
export async function startAppEnrolment(
  site: Site,
  email: string,
  proof: Proof,
  client: SignInClient,
): Promise<Result<NewAuthenticatorApp>> {
  const proven = await prove(site, email, proof, client);
  if (!proven.ok) return proven;
  return changeFactors(site, { email, proven: proven.value }, async (trx, administrator) => {
    if ((await appConfirmedAt(site, administrator.id, trx)) !== null) {
      const detail = 'There is already an authenticator app. Remove it first.';
      return fail({ kind: 'conflict', detail });
    }
    return succeed(await createAppSecret(site, trx, administrator));
  });
}

export async function confirmApp(
  site: Site,
  email: string,
  code: string,
): Promise<Result<NewCodes>> {
  return changeFactors(site, { email }, async (trx, { id }) => {
    if (!(await confirmAppCode(site, trx, id, code.replace(/\s/g, '')))) {
      return invalidField(
        'code',
        'This is not the code that the app currently shows',
        'wrong_code',
      );
    }
    await recordFactorEvent(site, trx, email, 'authenticator-app-added');
    return succeed(await ensureRecoveryCodes(site, trx, email, id));
  });
}

export async function removeApp(
  site: Site,
  email: string,
  proof: Proof,
  client: SignInClient,
): Promise<Result<void>> {
  const proven = await prove(site, email, proof, client);
  if (!proven.ok) return proven;
  return changeFactors(site, { email, proven: proven.value }, async (trx, { id }) => {
    if (!(await deleteApp(trx, id))) return notFound('There is no authenticator app.');
    await recordFactorEvent(site, trx, email, 'authenticator-app-removed');
    await dropUnusableCodes(site, trx, id);
    return succeed(undefined);
  });
}

/** Creation options for a passkey. */
export async function startPasskeyRegistration(
  site: Site,
  email: string,
  proof: Proof,
  client: SignInClient,
): Promise<Result<PasskeyCreation>> {
  const proven = await prove(site, email, proof, client);
  if (!proven.ok) return proven;
  const request = await passkeyCreationOptions(site, proven.value);
  return request === null ? noPasskeys() : succeed(request);
}

export async function addPasskey(
  site: Site,
  email: string,
  { name, passkey }: z.output<typeof addedPasskeySchema>,
): Promise<Result<NewCodes>> {
  const { id } = await findAdministrator(site, email);
  const store = await claimNewPasskey(site, passkey, id, name.trim());
  return changeFactors(site, { email }, async (trx) => {
    if ((await listPasskeys(site, id, trx)).length >= MAX_PASSKEYS) {
      const detail = `You already have ${MAX_PASSKEYS} passkeys. Remove one first.`;
      return fail({ kind: 'conflict', detail });
    }
    if (store === null || !(await store(trx))) return wrongPasskey();
    await recordFactorEvent(site, trx, email, 'passkey-added', name.trim());
    return succeed(await ensureRecoveryCodes(site, trx, email, id));
  });
}

export async function removePasskey(
  site: Site,
  email: string,
  id: string,
  proof: Proof,
  client: SignInClient,
): Promise<Result<void>> {
  const proven = await prove(site, email, proof, client);
  if (!proven.ok) return proven;
  return changeFactors(site, { email, proven: proven.value }, async (trx, administrator) => {
    const name = await deletePasskey(trx, administrator.id, id);
    if (name === null) return notFound('There is no such passkey.');
    await recordFactorEvent(site, trx, email, 'passkey-removed', name);
    await dropUnusableCodes(site, trx, administrator.id);
    return succeed(undefined);
  });
}

/** Replaces the recovery codes by new ones. */
export async function renewRecoveryCodes(
  site: Site,
  email: string,
  proof: Proof,
  client: SignInClient,
): Promise<Result<{ recoveryCodes: string[] }>> {
  const proven = await prove(site, email, proof, client);
  if (!proven.ok) return proven;
  return changeFactors(site, { email, proven: proven.value }, async (trx, { id }) => {
    if (!(await hasSecondFactor(site, id, trx)))
      return notFound('There is no second factor to recover.');
    await recordFactorEvent(site, trx, email, 'recovery-codes-made');
    return succeed({ recoveryCodes: await generateRecoveryCodes(site, trx, id) });
  });
}

/** Removes all second factors of an administrator who has lost them, and ends the sessions. */
export async function removeSecondFactors(site: Site, email: string): Promise<Result<void>> {
  return changeFactors(site, { email }, async (trx, administrator) => {
    const { id } = administrator;
    await deleteApp(trx, id);
    await trx.deleteFrom('passkeys').where('administrator_id', '=', id).execute();
    await deleteRecoveryCodes(trx, id);
    await endPendingSignIns(trx, id);
    await trx.deleteFrom('sessions').where('administrator_id', '=', id).execute();
    await recordFactorEvent(site, trx, null, 'second-factors-removed', administrator.email);
    return succeed(undefined);
  });
}

/** An administrator may be removed while a session is open; the empty id matches no row. */
async function findAdministrator(site: Site, email: string): Promise<Pick<Administrator, 'id'>> {
  return (await findByEmail(site, email)) ?? { id: '' };
}

/** New recovery codes, to be shown once; null when the administrator already has some. */
export type NewCodes = { recoveryCodes: string[] | null };

/**
 * Runs a change in a transaction that locks the administrator.
 *
 * @param proven who has given a password or passkey for it; fails if the password has changed since
 */
export function changeFactors<T>(
  { db }: Site,
  { email, proven }: { email: string; proven?: Administrator },
  work: (trx: Kysely<Tables>, administrator: Administrator) => Promise<Result<T>>,
): Promise<Result<T>> {
  return inTransaction(db.query, async (trx) => {
    const administrator = await trx
      .selectFrom('administrators')
      .select(['id', 'email', 'password_hash'])
      .where('email', '=', email.toLowerCase())
      // SQLite's transactions exclude one another; PostgreSQL's need a lock.
      .$if(db.engine === 'postgres', (row) => row.forUpdate())
      .executeTakeFirst();
    if (administrator === undefined) return notFound(`There is no administrator ${email}.`);
    const isProven = proven === undefined || proven.password_hash === administrator.password_hash;
    return isProven ? work(trx, administrator) : wrongPassword();
  });
}

async function ensureRecoveryCodes(
  site: Site,
  trx: Kysely<Tables>,
  email: string,
  id: string,
): Promise<NewCodes> {
  if ((await countRecoveryCodes(site, id, trx)) !== null) return { recoveryCodes: null };
  await recordFactorEvent(site, trx, email, 'recovery-codes-made');
  return { recoveryCodes: await generateRecoveryCodes(site, trx, id) };
}

/** Recovery codes are of no use without a second factor. */
async function dropUnusableCodes(site: Site, trx: Kysely<Tables>, id: string): Promise<void> {
  if (!(await hasSecondFactor(site, id, trx))) await deleteRecoveryCodes(trx, id);
}

function recordFactorEvent(
  { now }: Site,
  trx: Kysely<Tables>,
  actor: string | null,
  action: AuditAction,
  subject = '',
): Promise<void> {
  return recordEvent(trx, { at: now(), actor, action, subject });
}

function notFound(detail: string): Result<never> {
  return fail({ kind: 'not-found', detail });
}

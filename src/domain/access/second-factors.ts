import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, invalidField, type Result, succeed } from '../../failure.ts';
import { type AuditAction, recordEvent } from '../audit.ts';
import { required, text } from '../fields.ts';
import type { AuthenticatorApps, NewAuthenticatorApp } from './authenticator-apps.ts';
import { newPasskeySchema, type PasskeyAnswer, passkeyAnswerSchema } from './passkey-schemas.ts';
import type { PasskeyCreation, PasskeyRequest, PasskeySummary, Passkeys } from './passkeys.ts';
import type { PasswordCheck } from './password-check.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import type { RecoveryCodes, RecoveryCodesLeft } from './recovery-codes.ts';
import type { Administrator } from './sessions.ts';
import { hasSecondFactor, noPasskeys, type SignInClient } from './sign-in.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/** Reauthentication by the password or a passkey, before a change of second factors. */
export const proofSchema = z
  .object({
    password: z.string().min(1, 'Must not be empty').max(1_000).nullish(),
    passkey: passkeyAnswerSchema.nullish(),
  })
  .refine(({ password, passkey }) => (password == null) !== (passkey == null), {
    path: ['password'],
    message: 'Either your password or the answer of a passkey is needed',
  });

export const appCodeSchema = z.object({ code: text(20) });

export const addedPasskeySchema = z.object({ name: required(100), passkey: newPasskeySchema });

export type Proof = z.output<typeof proofSchema>;

export type SecondFactors = {
  /** When the authenticator app was activated (ISO 8601 in UTC), or null. */
  appSince: string | null;
  passkeys: PasskeySummary[];
  /** Null while there is no second factor. */
  recoveryCodes: RecoveryCodesLeft | null;
  /** False where browsers offer no passkeys: see `relyingParty`. */
  offersPasskeys: boolean;
};

/** New recovery codes, to be shown once; null when the administrator already has some. */
export type NewCodes = { recoveryCodes: string[] | null };

type SecondFactorsDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  passwords: PasswordCheck;
  apps: AuthenticatorApps;
  passkeys: Passkeys;
  recovery: RecoveryCodes;
  guard: SignInGuard;
};

const MAX_PASSKEYS = 20;

/** Management of an administrator's second factors. */
export function createSecondFactors(deps: SecondFactorsDeps) {
  const { db, now, passwords, apps, passkeys, recovery, guard } = deps;

  async function secondFactorsOf(email: string): Promise<SecondFactors> {
    const { id } = await findAdministrator(email);
    return {
      appSince: await apps.confirmedAt(id),
      passkeys: await passkeys.listOf(id),
      recoveryCodes: await recovery.left(id),
      offersPasskeys: passkeys.isOffered,
    };
  }

  /** Request options for a {@link Proof} by passkey. */
  async function proofRequest(email: string): Promise<Result<PasskeyRequest>> {
    const { id } = await findAdministrator(email);
    const request = await passkeys.requestOptions('confirmation', id, id);
    return request === null ? noPasskeys() : succeed(request);
  }

  /** Generates the secret of an authenticator app; {@link confirmApp} activates it. */
  async function startAppEnrolment(
    email: string,
    proof: Proof,
    client: SignInClient,
  ): Promise<Result<NewAuthenticatorApp>> {
    const proven = await prove(email, proof, client);
    if (!proven.ok) return proven;
    return change(email, async (trx, administrator) => {
      if ((await apps.confirmedAt(administrator.id, trx)) !== null) {
        const detail = 'There is an authenticator app already: remove it first.';
        return fail({ kind: 'conflict', detail });
      }
      return succeed(await apps.start(trx, administrator));
    });
  }

  async function confirmApp(email: string, code: string): Promise<Result<NewCodes>> {
    return change(email, async (trx, { id }) => {
      if (!(await apps.confirm(trx, id, code.replace(/\s/g, '')))) {
        return invalidField('code', 'This is not the code that the app shows now', 'wrong_code');
      }
      await record(trx, email, 'authenticator-app-added');
      return succeed(await ensureRecoveryCodes(trx, email, id));
    });
  }

  async function removeApp(
    email: string,
    proof: Proof,
    client: SignInClient,
  ): Promise<Result<void>> {
    const proven = await prove(email, proof, client);
    if (!proven.ok) return proven;
    return change(email, async (trx, { id }) => {
      if (!(await apps.remove(trx, id))) return notFound('There is no authenticator app.');
      await record(trx, email, 'authenticator-app-removed');
      await dropUnusableCodes(trx, id);
      return succeed(undefined);
    });
  }

  /** Creation options for a passkey. */
  async function startPasskeyRegistration(
    email: string,
    proof: Proof,
    client: SignInClient,
  ): Promise<Result<PasskeyCreation>> {
    const proven = await prove(email, proof, client);
    if (!proven.ok) return proven;
    const request = await passkeys.creationOptions(proven.value);
    return request === null ? noPasskeys() : succeed(request);
  }

  async function addPasskey(
    email: string,
    { name, passkey }: z.output<typeof addedPasskeySchema>,
  ): Promise<Result<NewCodes>> {
    const { id } = await findAdministrator(email);
    const store = await passkeys.claimNew(passkey, id, name.trim());
    return change(email, async (trx) => {
      if ((await passkeys.listOf(id, trx)).length >= MAX_PASSKEYS) {
        const detail = `There are ${MAX_PASSKEYS} passkeys already: remove one first.`;
        return fail({ kind: 'conflict', detail });
      }
      if (store === null || !(await store(trx))) return wrongPasskey();
      await record(trx, email, 'passkey-added', name.trim());
      return succeed(await ensureRecoveryCodes(trx, email, id));
    });
  }

  async function removePasskey(
    email: string,
    id: string,
    proof: Proof,
    client: SignInClient,
  ): Promise<Result<void>> {
    const proven = await prove(email, proof, client);
    if (!proven.ok) return proven;
    return change(email, async (trx, administrator) => {
      const name = await passkeys.remove(trx, administrator.id, id);
      if (name === null) return notFound('There is no such passkey.');
      await record(trx, email, 'passkey-removed', name);
      await dropUnusableCodes(trx, administrator.id);
      return succeed(undefined);
    });
  }

  /** Replaces the recovery codes by new ones. */
  async function renewRecoveryCodes(
    email: string,
    proof: Proof,
    client: SignInClient,
  ): Promise<Result<{ recoveryCodes: string[] }>> {
    const proven = await prove(email, proof, client);
    if (!proven.ok) return proven;
    return change(email, async (trx, { id }) => {
      if (!(await hasSecondFactor(deps, id, trx)))
        return notFound('There is no second factor to recover.');
      await record(trx, email, 'recovery-codes-made');
      return succeed({ recoveryCodes: await recovery.generate(trx, id) });
    });
  }

  /** Removes all second factors of an administrator who has lost them, and ends the sessions. */
  async function removeSecondFactors(email: string): Promise<Result<void>> {
    return change(email, async (trx, administrator) => {
      const { id } = administrator;
      await apps.remove(trx, id);
      await trx.deleteFrom('passkeys').where('administrator_id', '=', id).execute();
      await recovery.remove(trx, id);
      await endPendingSignIns(trx, id);
      await trx.deleteFrom('sessions').where('administrator_id', '=', id).execute();
      await record(trx, null, 'second-factors-removed', administrator.email);
      return succeed(undefined);
    });
  }

  /** Reauthenticates: a session may be open in a browser that was left alone. */
  function prove(
    email: string,
    { password, passkey }: Proof,
    { ip = null }: SignInClient,
  ): Promise<Result<Administrator>> {
    const check = () =>
      passkey == null ? proveByPassword(email, password ?? '') : proveByPasskey(email, passkey);
    return guard.attempt({ step: 'confirmation', email, ip }, check, () => false);
  }

  async function proveByPassword(email: string, password: string): Promise<Result<Administrator>> {
    const right = await passwords.checkPassword({ email, password });
    return right === null
      ? invalidField('password', 'This is not your password', 'wrong_password')
      : succeed(right);
  }

  async function proveByPasskey(
    email: string,
    answer: PasskeyAnswer,
  ): Promise<Result<Administrator>> {
    const known = await passkeys.find(answer);
    if (known === undefined || known.administrator.email !== email) return wrongPasskey();
    const { administrator } = known;
    const claim = await passkeys.claim(answer, known, 'confirmation', administrator.id);
    return claim !== null && (await db.query.transaction().execute(claim))
      ? succeed(administrator)
      : wrongPasskey();
  }

  /** Runs a change in a transaction that locks the administrator. */
  function change<T>(
    email: string,
    work: (trx: Kysely<Tables>, administrator: Administrator) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    return db.query.transaction().execute(async (trx) => {
      const administrator = await trx
        .selectFrom('administrators')
        .select(['id', 'email', 'password_hash'])
        .where('email', '=', email.toLowerCase())
        // SQLite's transactions exclude one another; PostgreSQL's need a lock.
        .$if(db.engine === 'postgres', (row) => row.forUpdate())
        .executeTakeFirst();
      return administrator === undefined
        ? notFound(`There is no administrator ${email}.`)
        : work(trx, administrator);
    });
  }

  /** An administrator may be removed while a session is open; the empty id matches no row. */
  async function findAdministrator(email: string): Promise<Pick<Administrator, 'id'>> {
    return (await passwords.findByEmail(email)) ?? { id: '' };
  }

  async function ensureRecoveryCodes(
    trx: Kysely<Tables>,
    email: string,
    id: string,
  ): Promise<NewCodes> {
    if ((await recovery.left(id, trx)) !== null) return { recoveryCodes: null };
    await record(trx, email, 'recovery-codes-made');
    return { recoveryCodes: await recovery.generate(trx, id) };
  }

  /** Recovery codes are of no use without a second factor. */
  async function dropUnusableCodes(trx: Kysely<Tables>, id: string): Promise<void> {
    if (!(await hasSecondFactor(deps, id, trx))) await recovery.remove(trx, id);
  }

  function record(
    trx: Kysely<Tables>,
    actor: string | null,
    action: AuditAction,
    subject = '',
  ): Promise<void> {
    return recordEvent(trx, { at: now(), actor, action, subject });
  }

  return {
    secondFactorsOf,
    proofRequest,
    startAppEnrolment,
    confirmApp,
    removeApp,
    startPasskeyRegistration,
    addPasskey,
    removePasskey,
    renewRecoveryCodes,
    removeSecondFactors,
  };
}

function wrongPasskey(): Result<never> {
  return invalidField('passkey', 'This passkey was not accepted', 'wrong_passkey');
}

function notFound(detail: string): Result<never> {
  return fail({ kind: 'not-found', detail });
}

import { z } from 'zod';
import type { Database } from '../server/db/connect.ts';
import { fail, invalidField, type Result, succeed } from '../server/failure.ts';
import { required, text } from '../server/fields.ts';
import type { AuthenticatorApps, NewAuthenticatorApp } from './authenticator-apps.ts';
import { createFactorChange, type NewCodes, notFound } from './factor-change.ts';
import { newPasskeySchema } from './passkey-schemas.ts';
import type { PasskeyCreation, Passkeys } from './passkeys.ts';
import type { PasswordCheck } from './password-check.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { type Proof, type Reauthentication, wrongPasskey } from './reauthentication.ts';
import type { RecoveryCodes, RecoveryCodesLeft } from './recovery-codes.ts';
import { hasSecondFactor } from './second-step.ts';
import { noPasskeys, type SignInClient } from './sign-in-steps.ts';
import type { Administrator } from './start-session.ts';
import type { PasskeySummary } from './stored-passkeys.ts';

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

type SecondFactorsDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  passwords: PasswordCheck;
  reauthentication: Reauthentication;
  apps: AuthenticatorApps;
  passkeys: Passkeys;
  recovery: RecoveryCodes;
};

const MAX_PASSKEYS = 20;

/** Management of an administrator's second factors. */
export function createSecondFactors(deps: SecondFactorsDeps) {
  const { passwords, reauthentication, apps, passkeys, recovery } = deps;
  const { proofRequest, prove } = reauthentication;
  const { change, ensureRecoveryCodes, dropUnusableCodes, record } = createFactorChange(deps);

  async function secondFactorsOf(email: string): Promise<SecondFactors> {
    const { id } = await findAdministrator(email);
    return {
      appSince: await apps.confirmedAt(id),
      passkeys: await passkeys.listOf(id),
      recoveryCodes: await recovery.left(id),
      offersPasskeys: passkeys.isOffered,
    };
  }

  /** Generates the secret of an authenticator app; {@link confirmApp} activates it. */
  async function startAppEnrolment(
    email: string,
    proof: Proof,
    client: SignInClient,
  ): Promise<Result<NewAuthenticatorApp>> {
    const proven = await prove(email, proof, client);
    if (!proven.ok) return proven;
    return change({ email, proven: proven.value }, async (trx, administrator) => {
      if ((await apps.confirmedAt(administrator.id, trx)) !== null) {
        const detail = 'There is already an authenticator app. Remove it first.';
        return fail({ kind: 'conflict', detail });
      }
      return succeed(await apps.start(trx, administrator));
    });
  }

  async function confirmApp(email: string, code: string): Promise<Result<NewCodes>> {
    return change({ email }, async (trx, { id }) => {
      if (!(await apps.confirm(trx, id, code.replace(/\s/g, '')))) {
        return invalidField(
          'code',
          'This is not the code that the app currently shows',
          'wrong_code',
        );
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
    return change({ email, proven: proven.value }, async (trx, { id }) => {
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
    return change({ email }, async (trx) => {
      if ((await passkeys.listOf(id, trx)).length >= MAX_PASSKEYS) {
        const detail = `You already have ${MAX_PASSKEYS} passkeys. Remove one first.`;
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
    return change({ email, proven: proven.value }, async (trx, administrator) => {
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
    return change({ email, proven: proven.value }, async (trx, { id }) => {
      if (!(await hasSecondFactor(deps, id, trx)))
        return notFound('There is no second factor to recover.');
      await record(trx, email, 'recovery-codes-made');
      return succeed({ recoveryCodes: await recovery.generate(trx, id) });
    });
  }

  /** Removes all second factors of an administrator who has lost them, and ends the sessions. */
  async function removeSecondFactors(email: string): Promise<Result<void>> {
    return change({ email }, async (trx, administrator) => {
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

  /** An administrator may be removed while a session is open; the empty id matches no row. */
  async function findAdministrator(email: string): Promise<Pick<Administrator, 'id'>> {
    return (await passwords.findByEmail(email)) ?? { id: '' };
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

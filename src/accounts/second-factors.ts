import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { conflict, invalidField, notFound, type Result, succeed } from '../server/failure.ts';
import { required, text } from '../server/fields.ts';
import type { Site } from '../site.ts';
import { recordChange } from './account-mails.ts';
import {
  type Administrator,
  APP,
  checkPassword,
  factorSchema,
  findByEmail,
  inAccounts,
  isPasswordUnchanged,
  knownPassword,
  listFactors,
} from './administrators.ts';
import type { AuditAction } from './audit-actions.ts';
import {
  codesLeftSchema,
  countCode,
  countRecoveryCodes,
  createAppSecret,
  deleteApp,
  deleteRecoveryCodes,
  generateRecoveryCodes,
  redeemAppCode,
  redeemCode,
} from './codes.ts';
import { type Claim, endTokens } from './one-time-tokens.ts';
import {
  newPasskeySchema,
  passkeyAnswerSchema,
  passkeyCreationOptions,
  passkeyRequestOptions,
  relyingParty,
  verifyNewPasskey,
  verifyPasskey,
} from './passkeys.ts';
import { endSessions } from './sessions.ts';
import { guardAttempt, type SignInClient } from './sign-in.ts';

/**
 * Reauthentication by the password or a passkey, before a change of second factors or of who may sign in: a session may
 * be open in a browser that was left alone. Second factors that exist are changed with a passkey, or a code beside the
 * password.
 */
export const proofSchema = z
  .object({
    password: knownPassword.nullish(),
    code: text(100).nullish(),
    passkey: passkeyAnswerSchema.nullish(),
  })
  .refine(({ password, passkey }) => (password == null) !== (passkey == null), {
    path: ['password'],
    message: 'Your password or a passkey is needed',
  })
  .meta({ id: 'Proof' });

export type Proof = z.input<typeof proofSchema>;

export const appCodeSchema = z.object({ code: text(20) }).meta({ id: 'AppCode' });

export const addedPasskeySchema = z
  .object({ name: required(100), passkey: newPasskeySchema })
  .meta({ id: 'AddedPasskey' });

export const factorsSchema = z
  .object({
    factors: z.array(factorSchema),
    /** Null while there is no second factor. */
    recoveryCodes: codesLeftSchema.nullable(),
    /** Whether passkeys can be used at the address of the site. */
    offersPasskeys: z.boolean(),
  })
  .meta({ id: 'SecondFactors' });

export type SecondFactors = z.output<typeof factorsSchema>;

/** Shown this once; null when there were some already. */
export const newCodesSchema = z
  .object({ recoveryCodes: z.array(z.string()).nullable() })
  .meta({ id: 'NewRecoveryCodes' });

export type NewCodes = z.output<typeof newCodesSchema>;

export async function secondFactorsOf(site: Site, email: string): Promise<SecondFactors> {
  const { query } = site.db;
  const id = await idOf(site, email);
  return {
    factors: await listFactors(query, id),
    recoveryCodes: await countRecoveryCodes(query, id),
    offersPasskeys: relyingParty(site.identity) !== null,
  };
}

/** An administrator may be removed while a session is open; the empty id matches no row. */
async function idOf({ db }: Site, email: string): Promise<string> {
  return (await findByEmail(db.query, email))?.id ?? '';
}

export async function proofRequest(site: Site, email: string) {
  const id = await idOf(site, email);
  return passkeyRequestOptions(site, { purpose: 'confirmation', subject: id }, id);
}

/** @returns what redeems a proof in the transaction that needs it; null when it is wrong */
async function checkProof(site: Site, email: string, { password, passkey }: Proof) {
  if (passkey != null) {
    const id = await idOf(site, email);
    const verified = await verifyPasskey(site, passkey, { purpose: 'confirmation', subject: id });
    return verified?.administrator.id === id ? verified : null;
  }
  const administrator = await checkPassword(site, { email, password: password ?? '' });
  if (administrator === null) return null;
  const redeem: Claim = (trx) => isPasswordUnchanged(trx, administrator);
  return { administrator, redeem };
}

type Change<T> = (trx: Kysely<Tables>, administrator: Administrator) => Promise<Result<T>>;

async function changeFactors<T>(site: Site, email: string, change: Change<T>): Promise<Result<T>> {
  const changed = await inAccounts(site, async (trx) => {
    const administrator = await findByEmail(trx, email);
    if (administrator === undefined) return notFound(`There is no administrator ${email}.`);
    return change(trx, administrator);
  });
  if (changed.ok) site.onMailEnqueued();
  return changed;
}

export type ProvenRequest = { by: string; body: Proof; client: SignInClient };

function changeProven<T>(
  site: Site,
  { by, body: proof, client }: ProvenRequest,
  change: Change<T>,
  needsFactor = true,
): Promise<Result<T>> {
  const wrongProof =
    proof.passkey == null
      ? invalidField('password', 'This is not your password', 'wrong_password')
      : WRONG_PASSKEY;
  return guardAttempt(site, `confirmation ${by}`, client, async () => {
    const proven = await checkProof(site, by, proof);
    if (proven === null) return wrongProof;
    const { administrator, redeem } = proven;
    const code = needsFactor && proof.passkey == null ? proof.code : undefined;
    return countCode(site, administrator.id, code, () =>
      changeFactors(site, by, async (trx) => {
        if (!(await redeem(trx))) return wrongProof;
        const needsCode = needsFactor && proof.passkey == null;
        const lack = needsCode ? await redeemBeside(site, trx, administrator, code) : null;
        return lack ?? change(trx, administrator);
      }),
    );
  });
}

/** Redeems the code beside a password. @returns null when it is right, or there is no factor */
async function redeemBeside(
  site: Site,
  trx: Kysely<Tables>,
  administrator: Administrator,
  code: string | null | undefined,
): Promise<Result<never> | null> {
  if ((await listFactors(trx, administrator.id)).length === 0) return null;
  if (code == null) return invalidField('code', 'A code is needed, too', 'missing_code');
  const isRight = await redeemCode(site, trx, administrator, code);
  const issue = 'This code is wrong or has already been used';
  return isRight ? null : invalidField('code', issue, 'wrong_code');
}

export function prove(site: Site, request: ProvenRequest): Promise<Result<void>> {
  return changeProven(site, request, async () => succeed(undefined), false);
}

export function startAppEnrolment(site: Site, request: ProvenRequest) {
  return changeProven(site, request, async (trx, administrator) => {
    const factors = await listFactors(trx, administrator.id);
    if (factors.some(({ id }) => id === APP)) {
      return conflict('There is already an authenticator app. Remove it first.');
    }
    return succeed(await createAppSecret(site, trx, administrator));
  });
}

/** @param token of the session that goes on; all others end */
export function confirmApp(site: Site, email: string, code: string, token?: string) {
  return changeFactors(site, email, async (trx, administrator) => {
    const { id } = administrator;
    if (await redeemAppCode(site, trx, { id, code, isFirst: true })) {
      return added(site, trx, administrator, { action: 'authenticator-app-added', token });
    }
    const issue = 'This is not the code that the app currently shows';
    return invalidField('code', issue, 'wrong_code');
  });
}

export async function startPasskeyRegistration(site: Site, request: ProvenRequest) {
  const proven = await changeProven(site, request, async (_, owner) => succeed(owner));
  return proven.ok ? passkeyCreationOptions(site, proven.value) : proven;
}

/** @param token of the session that goes on; all others end */
export async function addPasskey(
  site: Site,
  email: string,
  { name, passkey }: z.output<typeof addedPasskeySchema>,
  token?: string,
) {
  const subject = name.trim();
  const store = await verifyNewPasskey(site, passkey, await idOf(site, email), subject);
  return changeFactors(site, email, async (trx, administrator) => {
    if (store === null || !(await store(trx))) return WRONG_PASSKEY;
    return added(site, trx, administrator, { action: 'passkey-added', subject, token });
  });
}

/** With the last one, the recovery codes end. */
export function removeFactor(site: Site, factor: string, request: ProvenRequest) {
  return changeProven(site, request, async (trx, { id, email }) => {
    const factors = await listFactors(trx, id);
    const removed = factors.find((own) => own.id === factor);
    if (removed === undefined) return notFound('There is no such second factor.');
    if (factor === APP) await deleteApp(trx, id);
    else await trx.deleteFrom('passkeys').where('id', '=', factor).execute();
    if (factors.length === 1) await deleteRecoveryCodes(trx, id);
    if (factor === APP) await recordChange(site, trx, email, 'authenticator-app-removed');
    else await recordChange(site, trx, email, 'passkey-removed', removed.name);
    return succeed(undefined);
  });
}

export function renewRecoveryCodes(site: Site, request: ProvenRequest) {
  return changeProven(site, request, async (trx, { id, email }) => {
    const factors = await listFactors(trx, id);
    if (factors.length === 0) return notFound('There is no second factor to recover.');
    await recordChange(site, trx, email, 'recovery-codes-made');
    return succeed({ recoveryCodes: await generateRecoveryCodes(site, trx, id) });
  });
}

export function removeSecondFactors(site: Site, whom: string): Promise<Result<void>> {
  return changeFactors(site, whom, async (trx, { id, email }) => {
    await deleteApp(trx, id);
    await trx.deleteFrom('passkeys').where('administrator_id', '=', id).execute();
    await deleteRecoveryCodes(trx, id);
    await endTokens(trx, id, ['sign-in', 'codes']);
    await endSessions(trx, id);
    await recordChange(site, trx, email, 'second-factors-removed', email, null);
    return succeed(undefined);
  });
}

/** A factor was added: sessions from before it end, and the first one brings recovery codes. */
async function added(
  site: Site,
  trx: Kysely<Tables>,
  { id, email }: Administrator,
  change: { action: AuditAction; subject?: string; token: string | undefined },
): Promise<Result<NewCodes>> {
  await recordChange(site, trx, email, change.action, change.subject);
  await endSessions(trx, id, change.token);
  await endTokens(trx, id, ['sign-in']);
  if ((await countRecoveryCodes(trx, id)) !== null) return succeed({ recoveryCodes: null });
  return succeed({ recoveryCodes: await generateRecoveryCodes(site, trx, id) });
}

const WRONG_PASSKEY = invalidField('passkey', 'This passkey was not accepted', 'wrong_passkey');

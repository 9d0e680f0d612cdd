import { z } from 'zod';
import { inTransaction } from '../server/db/transaction.ts';
import { invalidField, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { type PasskeyAnswer, passkeyAnswerSchema } from './passkey-schemas.ts';
import {
  claimPasskey,
  findPasskey,
  type PasskeyRequest,
  passkeyRequestOptions,
} from './passkeys.ts';
import type { Administrator } from './sessions.ts';
import { guardAttempt } from './sign-in-guard.ts';
import { noPasskeys, type SignInClient } from './sign-in-steps.ts';
import { checkPassword, findByEmail } from './stored-passwords.ts';

/** Reauthentication by the password or a passkey, before a change of second factors or of who may sign in. */
export const proofSchema = z
  .object({
    password: z.string().min(1, 'Must not be empty').max(1_000).nullish(),
    passkey: passkeyAnswerSchema.nullish(),
  })
  .refine(({ password, passkey }) => (password == null) !== (passkey == null), {
    path: ['password'],
    message: 'Your password or a passkey is needed',
  });

export type Proof = z.output<typeof proofSchema>;

/** Request options for a {@link Proof} by passkey. */
export async function proofRequest(site: Site, email: string): Promise<Result<PasskeyRequest>> {
  const { id } = (await findByEmail(site, email)) ?? { id: '' };
  const request = await passkeyRequestOptions(site, 'confirmation', id, id);
  return request === null ? noPasskeys() : succeed(request);
}

/** Reauthenticates: a session may be open in a browser that was left alone. */
export function prove(
  site: Site,
  email: string,
  { password, passkey }: Proof,
  { ip = null }: SignInClient,
): Promise<Result<Administrator>> {
  const check = () =>
    passkey == null
      ? proveByPassword(site, email, password ?? '')
      : proveByPasskey(site, email, passkey);
  return guardAttempt(site, { step: 'confirmation', email, ip }, check, () => false);
}

async function proveByPassword(
  site: Site,
  email: string,
  password: string,
): Promise<Result<Administrator>> {
  const right = await checkPassword(site, { email, password });
  return right === null ? wrongPassword() : succeed(right);
}

async function proveByPasskey(
  site: Site,
  email: string,
  answer: PasskeyAnswer,
): Promise<Result<Administrator>> {
  const known = await findPasskey(site, answer);
  if (known === undefined || known.administrator.email !== email) return wrongPasskey();
  const { administrator } = known;
  const claim = await claimPasskey(site, answer, known, 'confirmation', administrator.id);
  return claim !== null && (await inTransaction(site.db.query, claim))
    ? succeed(administrator)
    : wrongPasskey();
}

export function wrongPassword(): Result<never> {
  return invalidField('password', 'This is not your password', 'wrong_password');
}

export function wrongPasskey(): Result<never> {
  return invalidField('passkey', 'This passkey was not accepted', 'wrong_passkey');
}

import { z } from 'zod';
import type { Database } from '../server/db/connect.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { invalidField, type Result, succeed } from '../server/failure.ts';
import { type PasskeyAnswer, passkeyAnswerSchema } from './passkey-schemas.ts';
import type { PasskeyRequest, Passkeys } from './passkeys.ts';
import type { PasswordCheck } from './password-check.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import { noPasskeys, type SignInClient } from './sign-in-steps.ts';
import type { Administrator } from './start-session.ts';

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

type ReauthenticationDeps = {
  db: Database;
  passwords: PasswordCheck;
  passkeys: Passkeys;
  guard: SignInGuard;
};

/** Proofs that the person at the browser is the administrator of the session. */
export function createReauthentication(deps: ReauthenticationDeps) {
  const { db, passwords, passkeys, guard } = deps;

  /** Request options for a {@link Proof} by passkey. */
  async function proofRequest(email: string): Promise<Result<PasskeyRequest>> {
    const { id } = (await passwords.findByEmail(email)) ?? { id: '' };
    const request = await passkeys.requestOptions('confirmation', id, id);
    return request === null ? noPasskeys() : succeed(request);
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
    return right === null ? wrongPassword() : succeed(right);
  }

  async function proveByPasskey(
    email: string,
    answer: PasskeyAnswer,
  ): Promise<Result<Administrator>> {
    const known = await passkeys.find(answer);
    if (known === undefined || known.administrator.email !== email) return wrongPasskey();
    const { administrator } = known;
    const claim = await passkeys.claim(answer, known, 'confirmation', administrator.id);
    return claim !== null && (await inTransaction(db.query, claim))
      ? succeed(administrator)
      : wrongPasskey();
  }

  return { proofRequest, prove };
}

export type Reauthentication = ReturnType<typeof createReauthentication>;

export function wrongPassword(): Result<never> {
  return invalidField('password', 'This is not your password', 'wrong_password');
}

export function wrongPasskey(): Result<never> {
  return invalidField('passkey', 'This passkey was not accepted', 'wrong_passkey');
}

import { fail, type Result, succeed } from '../server/failure.ts';
import type { PasskeyAnswer } from './passkey-schemas.ts';
import type { PasskeyRequest } from './passkeys.ts';
import type { PasswordCheck } from './password-check.ts';
import {
  createSecondStep,
  hasSecondFactor,
  type SecondStepDeps,
  wrongFactor,
} from './second-step.ts';
import {
  type Credentials,
  type FirstStep,
  noPasskeys,
  type SignInClient,
} from './sign-in-steps.ts';
import type { NewSession } from './start-session.ts';

type SignInDeps = SecondStepDeps & { passwords: PasswordCheck };

/** The account of unknown passkeys in the counts of failures. */
const UNKNOWN_ACCOUNT = 'passkey';

/**
 * Sign-in by a password, followed by a second factor if the administrator has one, or by a passkey,
 * which replaces both. Each step passes the same guard, and redeems its credentials in the transaction
 * that starts the session.
 */
export function createSignIn(deps: SignInDeps) {
  const { startSession, passwords, passkeys, guard } = deps;

  const { startSecondStep, finishSignIn } = createSecondStep(deps);

  /**
   * The first step. A wrong email and a wrong password fail with the same message in the same time;
   * frequent failures with `too-many`. Without the password, nothing reveals whether there is a second
   * factor.
   */
  function signIn(
    { email, password }: Credentials,
    { userAgent = '', ip = null }: SignInClient = {},
  ): Promise<Result<FirstStep>> {
    const check = async (): Promise<Result<FirstStep>> => {
      const administrator = await passwords.checkPassword({ email, password });
      if (administrator === null) return wrongPassword();
      if (await hasSecondFactor(deps, administrator.id)) {
        const secondStep = await startSecondStep(administrator);
        return secondStep === null ? wrongPassword() : succeed({ secondStep });
      }
      const session = await startSession(
        administrator,
        userAgent,
        // A second factor may have been added meanwhile.
        async (trx) => !(await hasSecondFactor(deps, administrator.id, trx)),
      );
      return session === null ? wrongPassword() : succeed({ session });
    };
    const who = { step: 'password', email: email.toLowerCase(), ip } as const;
    return guard.attempt(who, check, (step) => 'session' in step);
  }

  /** Request options for signing in by a passkey alone; fails where browsers offer no passkeys. */
  async function passkeyRequest(): Promise<Result<PasskeyRequest>> {
    const request = await passkeys.requestOptions('sign-in');
    return request === null ? noPasskeys() : succeed(request);
  }

  /** Signs in by a passkey, which replaces both factors. */
  async function signInWithPasskey(
    answer: PasskeyAnswer,
    { userAgent = '', ip = null }: SignInClient = {},
  ): Promise<Result<NewSession>> {
    const known = await passkeys.find(answer);
    const email = known?.administrator.email ?? UNKNOWN_ACCOUNT;
    return guard.attempt({ step: 'passkey', email, ip }, async () => {
      const claim = known === undefined ? null : await passkeys.claim(answer, known, 'sign-in');
      const session =
        known === undefined || claim === null
          ? null
          : await startSession(known.administrator, userAgent, claim);
      return session === null ? wrongFactor({ passkey: answer }) : succeed(session);
    });
  }

  return { signIn, finishSignIn, passkeyRequest, signInWithPasskey };
}

function wrongPassword(): Result<never> {
  return fail({ kind: 'unauthenticated', detail: 'Invalid email or password.' });
}

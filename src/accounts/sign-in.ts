import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { PasskeyAnswer } from './passkey-schemas.ts';
import {
  claimPasskey,
  findPasskey,
  type PasskeyRequest,
  passkeyRequestOptions,
} from './passkeys.ts';
import { hasSecondFactor, startSecondStep, wrongFactor } from './second-step.ts';
import { type NewSession, startSession } from './sessions.ts';
import { guardAttempt } from './sign-in-guard.ts';
import {
  type Credentials,
  type FirstStep,
  noPasskeys,
  type SignInClient,
} from './sign-in-steps.ts';
import { checkPassword } from './stored-passwords.ts';

/** The account of unknown passkeys in the counts of failures. */
const UNKNOWN_ACCOUNT = 'passkey';

/**
 * The first step. A wrong email and a wrong password fail with the same message in the same time;
 * frequent failures with `too-many`. Without the password, nothing reveals whether there is a second
 * factor.
 */
export function signIn(
  site: Site,
  { email, password }: Credentials,
  { userAgent = '', ip = null }: SignInClient = {},
): Promise<Result<FirstStep>> {
  const check = async (): Promise<Result<FirstStep>> => {
    const administrator = await checkPassword(site, { email, password });
    if (administrator === null) return wrongPassword();
    if (await hasSecondFactor(site, administrator.id)) {
      const secondStep = await startSecondStep(site, administrator);
      return secondStep === null ? wrongPassword() : succeed({ secondStep });
    }
    const session = await startSession(
      site,
      administrator,
      userAgent,
      // A second factor may have been added meanwhile.
      async (trx) => !(await hasSecondFactor(site, administrator.id, trx)),
    );
    return session === null ? wrongPassword() : succeed({ session });
  };
  const who = { step: 'password', email: email.toLowerCase(), ip } as const;
  return guardAttempt(site, who, check, (step) => 'session' in step);
}

/** Request options for signing in by a passkey alone; fails where browsers offer no passkeys. */
export async function passkeyRequest(site: Site): Promise<Result<PasskeyRequest>> {
  const request = await passkeyRequestOptions(site, 'sign-in');
  return request === null ? noPasskeys() : succeed(request);
}

/** Signs in by a passkey, which replaces both factors. */
export async function signInWithPasskey(
  site: Site,
  answer: PasskeyAnswer,
  { userAgent = '', ip = null }: SignInClient = {},
): Promise<Result<NewSession>> {
  const known = await findPasskey(site, answer);
  const email = known?.administrator.email ?? UNKNOWN_ACCOUNT;
  return guardAttempt(site, { step: 'passkey', email, ip }, async () => {
    const claim = known === undefined ? null : await claimPasskey(site, answer, known, 'sign-in');
    const session =
      known === undefined || claim === null
        ? null
        : await startSession(site, known.administrator, userAgent, claim);
    return session === null ? wrongFactor({ passkey: answer }) : succeed(session);
  });
}

function wrongPassword(): Result<never> {
  return fail({ kind: 'unauthenticated', detail: 'Invalid email or password.' });
}

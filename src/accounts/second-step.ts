import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { hashToken } from '../server/tokens.ts';
import { recordEvent } from './audit.ts';
import type { AuthenticatorApps } from './authenticator-apps.ts';
import type { Passkeys } from './passkeys.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import { type SignInGuard, tooMany } from './sign-in-guard.ts';
import {
  SECOND_FACTORS,
  type SecondFactor,
  type SecondFactorKind,
  type SecondStep,
  type SignInClient,
} from './sign-in-steps.ts';
import type { Administrator, NewSession, StartSession } from './start-session.ts';

/** Redeems credentials within the transaction that starts the session; false if already redeemed. */
type Claim = (trx: Kysely<Tables>) => Promise<boolean>;

export type SecondStepDeps = {
  /** ISO 8601 in UTC. */
  now: () => string;
  startSession: StartSession;
  pending: PendingSignIns;
  apps: AuthenticatorApps;
  passkeys: Passkeys;
  recovery: RecoveryCodes;
  guard: SignInGuard;
};

/** The second step of a sign-in: a code of an app, a recovery code, or a passkey. */
export function createSecondStep(deps: SecondStepDeps) {
  const { now, startSession, pending, apps, passkeys, recovery, guard } = deps;

  async function startSecondStep(administrator: Administrator): Promise<SecondStep | null> {
    const { id } = administrator;
    const started = await pending.start(administrator);
    if (started === null) return null;
    const hasPasskeys = (await passkeys.listOf(id)).length > 0;
    const passkey = hasPasskeys
      ? await passkeys.requestOptions('second-step', hashToken(started.ticket), id)
      : null;
    const has: Record<SecondFactorKind, boolean> = {
      totp: (await apps.confirmedAt(id)) !== null,
      passkey: passkey !== null,
      recovery: ((await recovery.left(id))?.left ?? 0) > 0,
    };
    return { ...started, passkey, methods: SECOND_FACTORS.filter((kind) => has[kind]) };
  }

  async function claimFactor(
    { code, passkey }: Omit<SecondFactor, 'ticket'>,
    administrator: Administrator,
    ticket: string,
  ): Promise<Result<Claim>> {
    if (passkey == null) return claimCode(code ?? '', administrator);
    const known = await passkeys.find(passkey);
    if (known === undefined || known.administrator.id !== administrator.id)
      return succeed(FAILING_CLAIM);
    const claim = await passkeys.claim(passkey, known, 'second-step', hashToken(ticket));
    return succeed(claim ?? FAILING_CLAIM);
  }

  async function claimCode(code: string, { id, email }: Administrator): Promise<Result<Claim>> {
    if (isAppCode({ code })) {
      const wait = await guard.spendCode(email);
      if (wait !== null) return tooMany(wait, TOO_MANY_CODES);
      return succeed((await apps.claim(id, withoutSpaces(code))) ?? FAILING_CLAIM);
    }
    return succeed(async (trx) => {
      if (!(await recovery.redeem(trx, id, code))) return false;
      await recordEvent(trx, {
        at: now(),
        actor: email,
        action: 'recovery-code-used',
        subject: '',
      });
      return true;
    });
  }

  /** The second step. A ticket allows five attempts within five minutes. */
  async function finishSignIn(
    { ticket, ...factor }: SecondFactor,
    { userAgent = '', ip = null }: SignInClient = {},
  ): Promise<Result<NewSession>> {
    const administrator = await pending.find(ticket);
    if (administrator === undefined) return signInExpired();
    const { email } = administrator;
    return guard.attempt({ step: 'second-step', email, ip }, async () => {
      const left = await pending.countAttempt(ticket);
      if (left === null) return signInExpired();
      const claim = await claimFactor(factor, administrator, ticket);
      if (!claim.ok) return claim;
      const session = await startSession(
        administrator,
        userAgent,
        async (trx) => (await pending.redeem(trx, ticket)) && (await claim.value(trx)),
      );
      if (session === null) return wrongFactor(factor, left);
      if (isAppCode(factor)) await guard.refundCode(email);
      return succeed(session);
    });
  }

  return { startSecondStep, finishSignIn };
}

/** True also when the site's URL has changed and its passkeys cannot be used: no bypass. */
export async function hasSecondFactor(
  { apps, passkeys }: Pick<SecondStepDeps, 'apps' | 'passkeys'>,
  id: string,
  from?: Kysely<Tables>,
): Promise<boolean> {
  return (
    (await apps.confirmedAt(id, from)) !== null || (await passkeys.listOf(id, from)).length > 0
  );
}

const TOO_MANY_CODES = 'Too many wrong codes. Use a passkey or a recovery code, or try again';

/** Codes of the app have six digits, recovery codes are longer. */
function isAppCode({ code }: Pick<SecondFactor, 'code'>): boolean {
  return /^\d{6}$/.test(withoutSpaces(code ?? ''));
}

function withoutSpaces(code: string): string {
  return code.replace(/\s/g, '');
}

const FAILING_CLAIM: Claim = async () => false;

/** @param left the remaining attempts of the ticket */
export function wrongFactor({ passkey }: Pick<SecondFactor, 'passkey'>, left = 1): Result<never> {
  if (left === 0) return signInExpired();
  const detail =
    passkey == null
      ? 'This code is wrong or has already been used.'
      : 'This passkey was not accepted. Please try again.';
  return fail({ kind: 'unauthenticated', detail });
}

function signInExpired(): Result<never> {
  const detail =
    'This sign-in has expired: it took too long, or too many codes were wrong. Please start again.';
  return fail({ kind: 'not-found', detail });
}

import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import { appConfirmedAt, claimAppCode } from './authenticator-apps.ts';
import { claimPasskey, passkeyRequestOptions } from './passkeys.ts';
import {
  countPendingAttempt,
  findPendingSignIn,
  redeemPendingSignIn,
  startPendingSignIn,
} from './pending-sign-ins.ts';
import { countRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts';
import { guardAttempt, refundCode, spendCode, tooMany } from './sign-in-guard.ts';
import {
  SECOND_FACTORS,
  type SecondFactor,
  type SecondFactorKind,
  type SecondStep,
  type SignInClient,
} from './sign-in-steps.ts';
import { type Administrator, type NewSession, startSession } from './start-session.ts';
import { findPasskey, listPasskeys } from './stored-passkeys.ts';

/** Redeems credentials within the transaction that starts the session; false if already redeemed. */
type Claim = (trx: Kysely<Tables>) => Promise<boolean>;

export async function startSecondStep(
  site: Site,
  administrator: Administrator,
): Promise<SecondStep | null> {
  const { id } = administrator;
  const started = await startPendingSignIn(site, administrator);
  if (started === null) return null;
  const hasPasskeys = (await listPasskeys(site, id)).length > 0;
  const passkey = hasPasskeys
    ? await passkeyRequestOptions(site, 'second-step', hashToken(started.ticket), id)
    : null;
  const has: Record<SecondFactorKind, boolean> = {
    totp: (await appConfirmedAt(site, id)) !== null,
    passkey: passkey !== null,
    recovery: ((await countRecoveryCodes(site, id))?.left ?? 0) > 0,
  };
  return { ...started, passkey, methods: SECOND_FACTORS.filter((kind) => has[kind]) };
}

async function claimFactor(
  site: Site,
  { code, passkey }: Omit<SecondFactor, 'ticket'>,
  administrator: Administrator,
  ticket: string,
): Promise<Result<Claim>> {
  if (passkey == null) return claimCode(site, code ?? '', administrator);
  const known = await findPasskey(site, passkey);
  if (known === undefined || known.administrator.id !== administrator.id)
    return succeed(FAILING_CLAIM);
  const claim = await claimPasskey(site, passkey, known, 'second-step', hashToken(ticket));
  return succeed(claim ?? FAILING_CLAIM);
}

async function claimCode(
  site: Site,
  code: string,
  { id, email }: Administrator,
): Promise<Result<Claim>> {
  if (isAppCode({ code })) {
    const wait = await spendCode(site, email);
    if (wait !== null) return tooMany(wait, TOO_MANY_CODES);
    return succeed((await claimAppCode(site, id, withoutSpaces(code))) ?? FAILING_CLAIM);
  }
  return succeed(async (trx) => {
    if (!(await redeemRecoveryCode(site, trx, id, code))) return false;
    await recordEvent(trx, {
      at: site.now(),
      actor: email,
      action: 'recovery-code-used',
      subject: '',
    });
    return true;
  });
}

/** The second step. A ticket allows five attempts within five minutes. */
export async function finishSignIn(
  site: Site,
  { ticket, ...factor }: SecondFactor,
  { userAgent = '', ip = null }: SignInClient = {},
): Promise<Result<NewSession>> {
  const administrator = await findPendingSignIn(site, ticket);
  if (administrator === undefined) return signInExpired();
  const { email } = administrator;
  return guardAttempt(site, { step: 'second-step', email, ip }, async () => {
    const left = await countPendingAttempt(site, ticket);
    if (left === null) return signInExpired();
    const claim = await claimFactor(site, factor, administrator, ticket);
    if (!claim.ok) return claim;
    const session = await startSession(
      site,
      administrator,
      userAgent,
      async (trx) => (await redeemPendingSignIn(site, trx, ticket)) && (await claim.value(trx)),
    );
    if (session === null) return wrongFactor(factor, left);
    if (isAppCode(factor)) await refundCode(site, email);
    return succeed(session);
  });
}

/** True also when the site's URL has changed and its passkeys cannot be used: no bypass. */
export async function hasSecondFactor(
  site: Site,
  id: string,
  from?: Kysely<Tables>,
): Promise<boolean> {
  return (
    (await appConfirmedAt(site, id, from)) !== null ||
    (await listPasskeys(site, id, from)).length > 0
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

import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { addMilliseconds, CLOCK_SKEW_MS } from '../server/instants.ts';
import { generateToken, hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import { appConfirmedAt, claimAppCode } from './authenticator-apps.ts';
import { claimPasskey, findPasskey, listPasskeys, passkeyRequestOptions } from './passkeys.ts';
import { countRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts';
import {
  type Administrator,
  isPasswordUnchanged,
  type NewSession,
  startSession,
} from './sessions.ts';
import { guardAttempt, refundCode, spendCode, tooMany } from './sign-in-guard.ts';
import {
  SECOND_FACTORS,
  type SecondFactor,
  type SecondFactorKind,
  type SecondStep,
  type SignInClient,
} from './sign-in-steps.ts';

const LIFETIME_MS = 5 * 60 * 1000;
const MAX_ATTEMPTS = 5;

/** Creates a ticket; null when the password has changed since it was checked. */
async function startPendingSignIn(
  { db: { engine, query }, now }: Site,
  administrator: Administrator,
) {
  const instant = now();
  const ticket = generateToken();
  const expiresAt = addMilliseconds(instant, LIFETIME_MS);
  return inTransaction(query, async (trx) => {
    if (!(await isPasswordUnchanged(trx, engine, administrator))) return null;
    await trx
      .insertInto('pending_sign_ins')
      .values({
        ticket_hash: hashToken(ticket),
        administrator_id: administrator.id,
        attempts: 0,
        expires_at: expiresAt,
      })
      .execute();
    return { ticket, expiresAt };
  });
}

/** The administrator of a valid ticket. */
export function findPendingSignIn(
  { db: { query }, now }: Site,
  ticket: string,
): Promise<Administrator | undefined> {
  return query
    .selectFrom('pending_sign_ins')
    .innerJoin('administrators', 'administrators.id', 'pending_sign_ins.administrator_id')
    .select(['administrators.id', 'administrators.email', 'administrators.password_hash'])
    .where(isValid(ticket, now()))
    .executeTakeFirst();
}

/**
 * Counts an attempt before it is made: many may come at once.
 *
 * @returns the number of attempts left after this one; null when it is not allowed
 */
async function countPendingAttempt(
  { db: { query }, now }: Site,
  ticket: string,
): Promise<number | null> {
  const counted = await query
    .updateTable('pending_sign_ins')
    .set((pending) => ({ attempts: pending('attempts', '+', 1) }))
    .where(isValid(ticket, now()))
    .returning('attempts')
    .executeTakeFirst();
  return counted === undefined ? null : MAX_ATTEMPTS - counted.attempts;
}

/** Redeems a ticket; false if it was already redeemed. */
async function redeemPendingSignIn(trx: Kysely<Tables>, ticket: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('pending_sign_ins')
    .where('ticket_hash', '=', hashToken(ticket))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function purgePendingSignIns({ db: { query }, now }: Site): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('pending_sign_ins')
    .where('expires_at', '<=', now())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Neither expired, nor used up, nor issued while a clock was ahead. */
function isValid(ticket: string, instant: string) {
  return (pending: ExpressionBuilder<Tables, 'pending_sign_ins'>) =>
    pending.and([
      pending('ticket_hash', '=', hashToken(ticket)),
      pending('expires_at', '>', instant),
      pending('expires_at', '<=', addMilliseconds(instant, LIFETIME_MS + CLOCK_SKEW_MS)),
      pending('attempts', '<', MAX_ATTEMPTS),
    ]);
}

/** Ends the pending sign-ins of an administrator whose password or second factors have changed. */
export async function endPendingSignIns(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('pending_sign_ins').where('administrator_id', '=', id).execute();
}

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
      async (trx) => (await redeemPendingSignIn(trx, ticket)) && (await claim.value(trx)),
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

import type { ExpressionBuilder, Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { fail, notFound, type Result, succeed } from '../server/failure.ts';
import { email as emailField, text } from '../server/fields.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import { generateToken, hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { appConfirmedAt, countRecoveryCodes, redeemCode } from './codes.ts';
import {
  countAttempt,
  endToken,
  findById,
  inAccounts,
  issueToken,
  subjectOf,
} from './one-time-tokens.ts';
import {
  listPasskeys,
  type PasskeyAnswer,
  type PasskeyRequest,
  passkeyRequestOptions,
  relyingParty,
  verifyPasskey,
} from './passkeys.ts';
import { checkPassword, isPasswordUnchanged, knownPassword } from './passwords.ts';
import { type NewSession, startSession } from './sessions.ts';
import { guardAttempt, refundCode, spendCode } from './sign-in-guard.ts';

export const credentialsSchema = z
  .object({ email: emailField(), password: knownPassword })
  .meta({ id: 'Credentials' });
export type Credentials = z.output<typeof credentialsSchema>;

/** The second step: the ticket of the first, and a code of the app or a recovery code. */
export const secondFactorSchema = z
  .object({ ticket: text(100), code: text(100) })
  .meta({ id: 'SecondFactor' });

const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const;

/** The password was right, and a second factor must follow. */
export const secondStepSchema = z
  .object({
    second_factor: z.object({
      ticket: z.string().meta({ description: 'For the second step: five attempts, five minutes' }),
      methods: z
        .array(z.enum(SECOND_FACTORS))
        .meta({ description: 'A passkey signs in by itself: `POST /admin/login/passkey`' }),
      expires_at: instant,
    }),
  })
  .meta({ id: 'SecondStep' });

export type FirstStep = { session: NewSession } | z.output<typeof secondStepSchema>;

export type SignInClient = { userAgent?: string; ip?: string | null };

const TICKET_MS = 5 * 60 * 1000;
const TICKET_ATTEMPTS = 5;

/**
 * The first step. A wrong email and a wrong password fail with the same message. Without the password, nothing reveals
 * whether there is a second factor.
 */
export function signIn(
  site: Site,
  { email, password }: Credentials,
  { userAgent = '', ip }: SignInClient = {},
): Promise<Result<FirstStep>> {
  const check = async (): Promise<Result<FirstStep>> => {
    const administrator = await checkPassword(site, { email, password });
    if (administrator === null) return WRONG_PASSWORD;
    const { id } = administrator;
    const ticket = generateToken();
    const hash = hashToken(ticket);
    const expires_at = addMilliseconds(site.now(), TICKET_MS);
    const session = await inAccounts(site, async (trx) => {
      // Both may have changed since the password was checked.
      if (!(await isPasswordUnchanged(trx, administrator))) return WRONG_PASSWORD;
      if (!(await hasSecondFactor(trx, id))) {
        return succeed(await startSession(site, trx, administrator, userAgent));
      }
      await issueToken(trx, { kind: 'sign-in', hash, subject: id, expires_at });
      return null;
    });
    if (session !== null) return session.ok ? succeed({ session: session.value }) : session;
    return succeed({ second_factor: { ticket, expires_at, methods: await methodsOf(site, id) } });
  };
  const account = `password ${email.toLowerCase()}`;
  return guardAttempt(site, { account, ip }, check, (step) => 'session' in step);
}

async function methodsOf({ db: { query }, identity }: Site, id: string) {
  const has = {
    totp: (await appConfirmedAt(query, id)) !== null,
    passkey: relyingParty(identity) !== null && (await listPasskeys(query, id)).length > 0,
    recovery: ((await countRecoveryCodes(query, id))?.left ?? 0) > 0,
  };
  return SECOND_FACTORS.filter((kind) => has[kind]);
}

/** Whether an account has a second factor: also one that the site's URL, which has changed, keeps from use. */
export function ofSecondFactor(account: ExpressionBuilder<Tables, 'administrators'>) {
  const factors = (table: 'authenticator_apps' | 'passkeys') =>
    account
      .selectFrom(table)
      .select('administrator_id')
      .whereRef('administrator_id', '=', 'administrators.id');
  const app = factors('authenticator_apps').where('confirmed_at', 'is not', null);
  return account.or([account.exists(app), account.exists(factors('passkeys'))]);
}

export async function hasSecondFactor(query: Kysely<Tables>, id: string): Promise<boolean> {
  const accounts = query.selectFrom('administrators').select('id').where('id', '=', id);
  return (await accounts.where(ofSecondFactor).executeTakeFirst()) !== undefined;
}

/** The second step by a code. */
export async function finishSignIn(
  site: Site,
  { ticket, code }: z.output<typeof secondFactorSchema>,
  { userAgent = '', ip }: SignInClient = {},
): Promise<Result<NewSession>> {
  const hash = hashToken(ticket);
  const id = await subjectOf(site, site.db.query, 'sign-in', hash);
  if (id === undefined) return SIGN_IN_EXPIRED;
  const check = async (): Promise<Result<NewSession>> => {
    const left = await countAttempt(site, 'sign-in', hash, TICKET_ATTEMPTS);
    if (left === null) return SIGN_IN_EXPIRED;
    const refusal = await spendCode(site, id, code);
    if (refusal !== null) return refusal;
    const session = await inAccounts(site, async (trx) => {
      // The ticket has ended if the password or the factors have changed, or another attempt was right.
      if ((await subjectOf(site, trx, 'sign-in', hash)) !== id) return null;
      const administrator = await findById(trx, id);
      if (administrator === undefined) return null;
      if (!(await redeemCode(site, trx, administrator, code))) return null;
      await endToken(trx, hash);
      return startSession(site, trx, administrator, userAgent);
    });
    if (session === null) return left === 0 ? SIGN_IN_EXPIRED : WRONG_CODE;
    await refundCode(site, id, code);
    return succeed(session);
  };
  return guardAttempt(site, { account: `second-step ${id}`, ip }, check, () => true);
}

/** Request options for signing in by a passkey alone; fails where browsers offer no passkeys. */
export function passkeyRequest(site: Site): Promise<Result<PasskeyRequest>> {
  return passkeyRequestOptions(site, { purpose: 'sign-in' });
}

/** Signs in by a passkey, which replaces both factors, also after the password. */
export function signInWithPasskey(
  site: Site,
  answer: PasskeyAnswer,
  { userAgent = '', ip }: SignInClient = {},
): Promise<Result<NewSession>> {
  const check = async () => {
    const verified = await verifyPasskey(site, answer, { purpose: 'sign-in' });
    if (verified === null) return WRONG_PASSKEY;
    return inAccounts(site, async (trx) => {
      if (!(await verified.redeem(trx))) return WRONG_PASSKEY;
      return succeed(await startSession(site, trx, verified.administrator, userAgent));
    });
  };
  return guardAttempt(site, { account: `passkey ${answer.id}`, ip }, check, () => true);
}

const unauthenticated = (detail: string) => fail({ kind: 'unauthenticated', detail });

const WRONG_PASSWORD = unauthenticated('Invalid email or password.');
const WRONG_CODE = unauthenticated('This code is wrong or has already been used.');
const WRONG_PASSKEY = unauthenticated('This passkey was not accepted. Please try again.');
const SIGN_IN_EXPIRED = notFound(
  'This sign-in has expired: it took too long, or too many codes were wrong. Please start again.',
);

import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { email as emailField, text } from '../server/fields.ts';
import { addMilliseconds } from '../server/instants.ts';
import { generateToken, hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import {
  appConfirmedAt,
  countRecoveryCodes,
  isAppCode,
  redeemCode,
  spendIfAppCode,
} from './codes.ts';
import { countAttempt, inAccounts, issueToken, subjectOf } from './one-time-tokens.ts';
import {
  listPasskeys,
  noPasskeys,
  type PasskeyAnswer,
  type PasskeyRequest,
  passkeyAnswerSchema,
  passkeyRequestOptions,
  verifyPasskey,
} from './passkeys.ts';
import { checkPassword, isPasswordUnchanged, knownPassword } from './passwords.ts';
import { type NewSession, startSession } from './sessions.ts';
import { guardAttempt, refundCode } from './sign-in-guard.ts';

export const credentialsSchema = z.object({ email: emailField(), password: knownPassword });
export type Credentials = z.output<typeof credentialsSchema>;

/** The second step: the ticket of the first, and a code or the answer of a passkey. */
export const secondFactorSchema = z
  .object({
    ticket: text(100),
    code: text(100).nullish(),
    passkey: passkeyAnswerSchema.nullish(),
  })
  .refine(({ code, passkey }) => (code == null) !== (passkey == null), {
    path: ['code'],
    message: 'A code or a passkey is needed',
  });

export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const;

/** The password was right, and a second factor must follow. */
export type SecondStep = {
  /** The only time it is visible: the database stores its hash. */
  ticket: string;
  methods: (typeof SECOND_FACTORS)[number][];
  /** ISO 8601 in UTC. */
  expiresAt: string;
  /** Null unless `methods` contains passkeys. */
  passkey: PasskeyRequest | null;
};

export type FirstStep = { session: NewSession } | { secondStep: SecondStep };

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
    if (administrator === null) return wrongPassword();
    const { id } = administrator;
    const ticket = generateToken();
    const session = await inAccounts(site, async (trx) => {
      // Both may have changed since the password was checked.
      if (!(await isPasswordUnchanged(trx, administrator))) return 'wrong';
      if (!(await hasSecondFactor(trx, id)))
        return startSession(site, trx, administrator, userAgent);
      const expires_at = addMilliseconds(site.now(), TICKET_MS);
      await issueToken(trx, { kind: 'sign-in', hash: hashToken(ticket), subject: id, expires_at });
      return null;
    });
    if (session === 'wrong') return wrongPassword();
    return succeed(
      session === null ? { secondStep: await secondStepOf(site, id, ticket) } : { session },
    );
  };
  const account = `password ${email.toLowerCase()}`;
  return guardAttempt(site, { account, ip }, check, (step) => 'session' in step);
}

async function secondStepOf(site: Site, id: string, ticket: string): Promise<SecondStep> {
  const { query } = site.db;
  const hasPasskeys = (await listPasskeys(query, id)).length > 0;
  const passkey = hasPasskeys
    ? await passkeyRequestOptions(site, 'second-step', hashToken(ticket), id)
    : null;
  const has = {
    totp: (await appConfirmedAt(query, id)) !== null,
    passkey: passkey !== null,
    recovery: ((await countRecoveryCodes(query, id))?.left ?? 0) > 0,
  };
  const methods = SECOND_FACTORS.filter((kind) => has[kind]);
  return { ticket, methods, passkey, expiresAt: addMilliseconds(site.now(), TICKET_MS) };
}

/** True also when the site's URL has changed and its passkeys cannot be used: no bypass. */
export async function hasSecondFactor(query: Kysely<Tables>, id: string): Promise<boolean> {
  return (await appConfirmedAt(query, id)) !== null || (await listPasskeys(query, id)).length > 0;
}

/** The second step. */
export async function finishSignIn(
  site: Site,
  { ticket, code, passkey }: z.output<typeof secondFactorSchema>,
  { userAgent = '', ip }: SignInClient = {},
): Promise<Result<NewSession>> {
  const hash = hashToken(ticket);
  const id = await subjectOf(site, site.db.query, 'sign-in', hash);
  if (id === undefined) return signInExpired();
  const check = async (): Promise<Result<NewSession>> => {
    const left = await countAttempt(site, 'sign-in', hash, TICKET_ATTEMPTS);
    if (left === null) return signInExpired();
    const refusal = await spendIfAppCode(site, id, code);
    if (refusal !== null) return refusal;
    const verified = passkey && (await verifyPasskey(site, passkey, 'second-step', hash));
    const session = await inAccounts(site, async (trx) => {
      // The ticket has ended if the password or the factors have changed, or another attempt was right.
      if ((await subjectOf(site, trx, 'sign-in', hash)) !== id) return null;
      const administrator = await trx
        .selectFrom('administrators')
        .select(['id', 'email', 'password_hash'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (administrator === undefined) return null;
      const isRight =
        passkey == null
          ? await redeemCode(site, trx, administrator, code ?? '')
          : verified?.administrator.id === id && (await verified.redeem(trx));
      if (!isRight) return null;
      await trx.deleteFrom('one_time_tokens').where('hash', '=', hash).execute();
      return startSession(site, trx, administrator, userAgent);
    });
    if (session === null) return left === 0 ? signInExpired() : wrongFactor(passkey);
    if (isAppCode(code)) await refundCode(site, id);
    return succeed(session);
  };
  return guardAttempt(site, { account: `second-step ${id}`, ip }, check, () => true);
}

/** Request options for signing in by a passkey alone; fails where browsers offer no passkeys. */
export async function passkeyRequest(site: Site): Promise<Result<PasskeyRequest>> {
  const request = await passkeyRequestOptions(site, 'sign-in');
  return request === null ? noPasskeys() : succeed(request);
}

/** Signs in by a passkey, which replaces both factors. */
export function signInWithPasskey(
  site: Site,
  answer: PasskeyAnswer,
  { userAgent = '', ip }: SignInClient = {},
): Promise<Result<NewSession>> {
  const check = async () => {
    const verified = await verifyPasskey(site, answer, 'sign-in');
    if (verified === null) return wrongFactor(answer);
    const session = await inAccounts(site, async (trx) =>
      (await verified.redeem(trx))
        ? startSession(site, trx, verified.administrator, userAgent)
        : null,
    );
    return session === null ? wrongFactor(answer) : succeed(session);
  };
  return guardAttempt(site, { account: `passkey ${answer.id}`, ip }, check, () => true);
}

function wrongPassword(): Result<never> {
  return fail({ kind: 'unauthenticated', detail: 'Invalid email or password.' });
}

export function wrongFactor(passkey: unknown): Result<never> {
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

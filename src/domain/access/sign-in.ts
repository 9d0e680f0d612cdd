import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../db/tables.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import { email as emailField, text } from '../fields.ts';
import { hashToken } from '../tokens.ts';
import type { AuthenticatorApps } from './authenticator-apps.ts';
import { type PasskeyAnswer, passkeyAnswerSchema } from './passkey-schemas.ts';
import type { PasskeyRequest, Passkeys } from './passkeys.ts';
import type { PasswordCheck } from './password-check.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import type { Administrator, createSessions, NewSession } from './sessions.ts';
import { type SignInGuard, tooMany } from './sign-in-guard.ts';

export const credentialsSchema = z.object({
  email: emailField(),
  password: z.string().min(1, 'Must not be empty').max(1_000),
});

/** The second step: the ticket of the first, and a code or the answer of a passkey. */
export const secondFactorSchema = z
  .object({
    ticket: text(100),
    code: text(100).nullish(),
    passkey: passkeyAnswerSchema.nullish(),
  })
  .refine(({ code, passkey }) => (code == null) !== (passkey == null), {
    path: ['code'],
    message: 'Either a code or the answer of a passkey is needed',
  });

export type Credentials = z.output<typeof credentialsSchema>;
type SecondFactor = z.output<typeof secondFactorSchema>;

export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactorKind = (typeof SECOND_FACTORS)[number];

/** The password was right, and a second factor must follow. */
export type SecondStep = {
  /** The only time it is visible: the database stores its hash. */
  ticket: string;
  methods: SecondFactorKind[];
  /** ISO 8601 in UTC. */
  expiresAt: string;
  /** Null unless `methods` contains passkeys. */
  passkey: PasskeyRequest | null;
};

export type FirstStep = { session: NewSession } | { secondStep: SecondStep };

/** The client of a sign-in. */
export type SignInClient = {
  userAgent?: string;
  ip?: string | null;
};

/** Redeems credentials within the transaction that starts the session; false if already redeemed. */
type Claim = (trx: Kysely<Tables>) => Promise<boolean>;

type SignInDeps = {
  /** ISO 8601 in UTC. */
  now: () => string;
  sessions: ReturnType<typeof createSessions>;
  passwords: PasswordCheck;
  pending: PendingSignIns;
  apps: AuthenticatorApps;
  passkeys: Passkeys;
  recovery: RecoveryCodes;
  guard: SignInGuard;
};

/** The account of unknown passkeys in the counts of failures. */
const UNKNOWN_ACCOUNT = 'passkey';

/**
 * Sign-in by a password, followed by a second factor if the administrator has one, or by a passkey,
 * which replaces both. Each step passes the same guard, and redeems its credentials in the transaction
 * that starts the session.
 */
export function createSignIn(deps: SignInDeps) {
  const { now, sessions, passwords, pending, apps, passkeys, recovery, guard } = deps;

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
      const session = await sessions.startSession(
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
      const session = await sessions.startSession(
        administrator,
        userAgent,
        async (trx) => (await pending.redeem(trx, ticket)) && (await claim.value(trx)),
      );
      if (session === null) return wrongFactor(factor, left);
      if (isAppCode(factor)) await guard.refundCode(email);
      return succeed(session);
    });
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
          : await sessions.startSession(known.administrator, userAgent, claim);
      return session === null ? wrongFactor({ passkey: answer }) : succeed(session);
    });
  }

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

  return { signIn, finishSignIn, passkeyRequest, signInWithPasskey };
}

/** True also when the site's URL has changed and its passkeys cannot be used: no bypass. */
export async function hasSecondFactor(
  { apps, passkeys }: Pick<SignInDeps, 'apps' | 'passkeys'>,
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
function wrongFactor({ passkey }: Pick<SecondFactor, 'passkey'>, left = 1): Result<never> {
  if (left === 0) return signInExpired();
  const detail =
    passkey == null
      ? 'This code is wrong, or was used before.'
      : 'This passkey was not accepted. Try again.';
  return fail({ kind: 'unauthenticated', detail });
}

function wrongPassword(): Result<never> {
  return fail({ kind: 'unauthenticated', detail: 'Invalid email or password.' });
}

function signInExpired(): Result<never> {
  const detail =
    'This sign-in is over: it took too long, or too many codes were wrong. Begin again.';
  return fail({ kind: 'not-found', detail });
}

/** Where browsers offer no passkeys. */
export function noPasskeys(): Result<never> {
  const detail =
    'Passkeys need an address with a name, and https: they cannot be used where this site is now.';
  return fail({ kind: 'not-found', detail });
}

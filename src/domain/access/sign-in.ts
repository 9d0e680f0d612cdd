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

/** The second step: the ticket of the first, and a code or what a passkey answered. */
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

/** By what a sign-in can go on. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactorKind = (typeof SECOND_FACTORS)[number];

/** A password was right, and a second factor must follow. */
export type SecondStep = {
  /** The only time it is seen. */
  ticket: string;
  methods: SecondFactorKind[];
  /** ISO 8601 in UTC. */
  expiresAt: string;
  /** Where `methods` names passkeys. */
  passkey: PasskeyRequest | null;
};

export type FirstStep = { session: NewSession } | { secondStep: SecondStep };

/** Who asks to be let in, beside what they know. */
export type Visitor = {
  /** As the browser calls itself; empty when it does not. */
  userAgent?: string;
  /** Of the network, as far as it is known. */
  ip?: string | null;
};

/** What uses something up within the transaction that lets somebody in; false when it is gone. */
type Claim = (trx: Kysely<Tables>) => Promise<boolean>;

type Parts = {
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

/** What stands for an account in the counts of failures where none is known by a passkey. */
const NO_ACCOUNT = 'passkey';

/**
 * The one way in: a password, which a second factor follows where there is one, or a passkey, which is
 * both. Each step passes the same guard, and what it uses up is used up in the transaction that begins
 * the session.
 */
export function createSignIn(parts: Parts) {
  const { now, sessions, passwords, pending, apps, passkeys, recovery, guard } = parts;

  /**
   * The first step. Fails in the same words and time whichever of the two was wrong; who fails often
   * must wait (`too-many`). Nothing tells of second factors but to who knows the password.
   */
  function signIn(
    { email, password }: Credentials,
    { userAgent = '', ip = null }: Visitor = {},
  ): Promise<Result<FirstStep>> {
    const check = async (): Promise<Result<FirstStep>> => {
      const administrator = await passwords.checkPassword({ email, password });
      if (administrator === null) return wrongPassword();
      if (await hasSecondFactor(administrator.id)) {
        const secondStep = await startSecondStep(administrator);
        return secondStep === null ? wrongPassword() : succeed({ secondStep });
      }
      const session = await sessions.startSession(
        administrator,
        userAgent,
        // One may have been added since.
        async (trx) => !(await hasSecondFactor(administrator.id, trx)),
      );
      return session === null ? wrongPassword() : succeed({ session });
    };
    const who = { step: 'password', email: email.toLowerCase(), ip } as const;
    return guard.attempt(who, check, (step) => 'session' in step);
  }

  /** The second step. A ticket is worth five attempts within five minutes. */
  async function finishSignIn(
    { ticket, ...factor }: SecondFactor,
    { userAgent = '', ip = null }: Visitor = {},
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

  /** What a browser needs to sign in by a passkey alone; fails where browsers offer none. */
  async function passkeyRequest(): Promise<Result<PasskeyRequest>> {
    const request = await passkeys.requestOptions('sign-in');
    return request === null ? noPasskeys() : succeed(request);
  }

  /** Signs in by a passkey, which stands for both factors. */
  async function signInWithPasskey(
    answer: PasskeyAnswer,
    { userAgent = '', ip = null }: Visitor = {},
  ): Promise<Result<NewSession>> {
    const known = await passkeys.find(answer);
    const email = known?.administrator.email ?? NO_ACCOUNT;
    return guard.attempt({ step: 'passkey', email, ip }, async () => {
      const claim = known === undefined ? null : await passkeys.claim(answer, known, 'sign-in');
      const session =
        known === undefined || claim === null
          ? null
          : await sessions.startSession(known.administrator, userAgent, claim);
      return session === null ? wrongFactor({ passkey: answer }) : succeed(session);
    });
  }

  /** Also where a passkey cannot be used now, since the site has another address: no way around. */
  async function hasSecondFactor(id: string, from?: Kysely<Tables>): Promise<boolean> {
    return (
      (await apps.confirmedAt(id, from)) !== null || (await passkeys.listOf(id, from)).length > 0
    );
  }

  async function startSecondStep(administrator: Administrator): Promise<SecondStep | null> {
    const { id } = administrator;
    const begun = await pending.start(administrator);
    if (begun === null) return null;
    const hasPasskeys = (await passkeys.listOf(id)).length > 0;
    const passkey = hasPasskeys
      ? await passkeys.requestOptions('second-step', hashToken(begun.ticket), id)
      : null;
    const has: Record<SecondFactorKind, boolean> = {
      totp: (await apps.confirmedAt(id)) !== null,
      passkey: passkey !== null,
      recovery: ((await recovery.left(id))?.left ?? 0) > 0,
    };
    return { ...begun, passkey, methods: SECOND_FACTORS.filter((kind) => has[kind]) };
  }

  async function claimFactor(
    { code, passkey }: Omit<SecondFactor, 'ticket'>,
    administrator: Administrator,
    ticket: string,
  ): Promise<Result<Claim>> {
    if (passkey == null) return claimCode(code ?? '', administrator);
    const known = await passkeys.find(passkey);
    if (known === undefined || known.administrator.id !== administrator.id) return succeed(NOTHING);
    const claim = await passkeys.claim(passkey, known, 'second-step', hashToken(ticket));
    return succeed(claim ?? NOTHING);
  }

  async function claimCode(code: string, { id, email }: Administrator): Promise<Result<Claim>> {
    if (isAppCode({ code })) {
      const wait = await guard.spendCode(email);
      if (wait !== null) return tooMany(wait, TOO_MANY_CODES);
      return succeed((await apps.claim(id, withoutSpaces(code))) ?? NOTHING);
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

const TOO_MANY_CODES = 'Too many wrong codes. Use a passkey or a recovery code, or try again';

/** A code of the app has six digits, one of those on paper has more. */
function isAppCode({ code }: Pick<SecondFactor, 'code'>): boolean {
  return /^\d{6}$/.test(withoutSpaces(code ?? ''));
}

function withoutSpaces(code: string): string {
  return code.replace(/\s/g, '');
}

/** What lets nobody in. */
const NOTHING: Claim = async () => false;

/** @param left how often the ticket may still be tried */
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

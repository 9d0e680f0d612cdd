import { z } from 'zod';
import { fail, type Result } from '../server/failure.ts';
import { email as emailField, text } from '../server/fields.ts';
import { passkeyAnswerSchema } from './passkey-schemas.ts';
import type { PasskeyRequest } from './passkeys.ts';
import type { NewSession } from './sessions.ts';

/** What the steps of a sign-in take and answer. */

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
    message: 'A code or a passkey is needed',
  });

export type Credentials = z.output<typeof credentialsSchema>;
export type SecondFactor = z.output<typeof secondFactorSchema>;

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

/** Where browsers offer no passkeys. */
export function noPasskeys(): Result<never> {
  const detail =
    'Passkeys only work at an https address with a domain name, which this site does not have.';
  return fail({ kind: 'not-found', detail });
}

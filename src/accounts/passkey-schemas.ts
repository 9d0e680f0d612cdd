import { z } from 'zod';

/** Credentials of passkeys as browsers send them (WebAuthn Level 3, 5.1.8 and 5.1.9). */

const base64url = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .regex(/^[\w-]+$/, 'Must be base64url');

// A credential's id has at most 1023 bytes.
const credentialId = base64url(1_364);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(50).nullish(),
};

/** AuthenticationResponseJSON: a passkey's answer to a challenge. */
export const passkeyAnswerSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8_000),
      authenticatorData: base64url(8_000),
      signature: base64url(8_000),
      userHandle: base64url(100).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' });

/** RegistrationResponseJSON: a created passkey. */
export const newPasskeySchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8_000),
      attestationObject: base64url(30_000),
      transports: z.array(z.string().max(20)).max(10).nullish(),
    }),
  })
  .meta({ id: 'CreatedPasskey' });

export type PasskeyAnswer = z.output<typeof passkeyAnswerSchema>;
export type CreatedPasskey = z.output<typeof newPasskeySchema>;

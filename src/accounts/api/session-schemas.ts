import { z } from '@hono/zod-openapi';
import type { PasskeyCreation, PasskeyRequest } from '../passkeys.ts';
import { proofSchema } from '../second-factors.ts';
import type { NewSession } from '../sessions.ts';

export const tokenSchema = z
  .object({ access_token: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'Token' });

export function tokenOf({ token, expiresAt }: Pick<NewSession, 'token' | 'expiresAt'>) {
  return { access_token: token, expires_at: expiresAt };
}

export const proof = proofSchema.meta({ id: 'Proof' });

/** What browsers read, by the types of the Web Authentication API; the document names its only field of ours. */
function browserOptions<Options extends { challenge: string }>(id: string, description: string) {
  return z
    .custom<Options>((options) => options instanceof Object)
    .meta({
      id,
      description,
      type: 'object',
      properties: { challenge: { type: 'string' } },
      required: ['challenge'],
      additionalProperties: {},
    });
}

export const passkeyRequestSchema = browserOptions<PasskeyRequest>(
  'PasskeyRequest',
  'PublicKeyCredentialRequestOptionsJSON',
);

export const passkeyCreationSchema = browserOptions<PasskeyCreation>(
  'PasskeyCreation',
  'PublicKeyCredentialCreationOptionsJSON',
);

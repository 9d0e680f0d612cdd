import { z } from '@hono/zod-openapi';
import type { PasskeyCreation, PasskeyRequest } from '../passkeys.ts';
import { proofSchema } from '../reauthentication.ts';

export const newCodesSchema = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Shown this once; null when there were some already' }),
  })
  .meta({ id: 'NewRecoveryCodes' });

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

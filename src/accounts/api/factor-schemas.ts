import { z } from '@hono/zod-openapi';
import { jsonBody } from '../../server/http/common-schemas.ts';
import { proofSchema } from '../reauthentication.ts';

export const newCodesSchema = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Shown this once; null when there were some already' }),
  })
  .meta({ id: 'NewRecoveryCodes' });

export const proof = jsonBody(proofSchema.meta({ id: 'Proof' }));

/** WebAuthn Level 3, section 5.1.10. */
export const passkeyRequestSchema = z
  .looseObject({ challenge: z.string() })
  .meta({ id: 'PasskeyRequest', description: 'PublicKeyCredentialRequestOptionsJSON' });

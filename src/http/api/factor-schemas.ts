import { z } from '@hono/zod-openapi';
import { proofSchema } from '../../domain/access/reauthentication.ts';
import { BODY_ERRORS, INVALID, jsonBody, TOO_MANY, UNAUTHENTICATED } from './schemas.ts';

export const newCodesSchema = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Shown this once; null when there were some already' }),
  })
  .meta({ id: 'NewRecoveryCodes' });

export const proof = jsonBody(proofSchema.meta({ id: 'Proof' }));

/** The errors of a change that needs a proof. */
export const CHANGE_ERRORS = {
  401: UNAUTHENTICATED,
  422: INVALID,
  429: TOO_MANY,
  ...BODY_ERRORS,
};

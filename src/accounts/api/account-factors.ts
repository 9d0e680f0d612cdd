import { z } from '@hono/zod-openapi';
import { instant, TOO_MANY } from '../../server/http/common-schemas.ts';
import type { Accounts } from '../accounts.ts';
import { call, calls } from './call.ts';
import { newCodesSchema, passkeyRequestSchema, proof } from './factor-schemas.ts';

const factorsSchema = z
  .object({
    appSince: instant.nullable().meta({ description: 'Since when an authenticator app is used' }),
    passkeys: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        createdAt: instant,
        lastUsedAt: instant.nullable(),
      }),
    ),
    recoveryCodes: z
      .object({ left: z.int(), madeAt: instant, lastUsedAt: instant.nullable() })
      .nullable()
      .meta({ description: 'Null while there is no second factor' }),
    offersPasskeys: z
      .boolean()
      .meta({ description: 'Whether passkeys can be used at the address of the site' }),
  })
  .meta({ id: 'SecondFactors' });

const NO_PASSKEYS = 'Passkeys cannot be used at the address of the site';

/** The second factors of an administrator's own account. */
export function accountFactors(services: Accounts) {
  return calls([
    call(
      {
        get: '/admin/second-factors',
        summary: 'How you sign in, beside the password',
        for: 'writer',
        200: [factorsSchema, 'Your second factors'],
      },
      async ({ by }) => await services.secondFactorsOf(by),
    ),
    call(
      {
        post: '/admin/second-factors/proof',
        summary: 'What a browser needs to show by a passkey that it is you',
        for: 'writer',
        200: [passkeyRequestSchema, 'Options for `navigator.credentials.get`'],
        404: NO_PASSKEYS,
      },
      async ({ by }) => services.proofRequest(by),
    ),
    call(
      {
        post: '/admin/second-factors/recovery-codes',
        summary: 'Replace the recovery codes',
        for: 'writer',
        body: proof,
        200: [newCodesSchema, 'The new codes; the old ones no longer work'],
        404: 'There is no second factor',
        429: TOO_MANY,
      },
      async ({ body, client, by }) => services.renewRecoveryCodes(by, body, client),
    ),
  ]);
}

import { createRoute, z } from '@hono/zod-openapi';
import { clientOf } from '../../server/http/client-ip.ts';
import { errorSchema, instant, json, TOO_MANY } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Accounts } from '../accounts.ts';
import { type Authenticated, forWriters } from './authorization.ts';
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

const NO_PASSKEYS = json(errorSchema, 'Passkeys cannot be used at the address of the site');

/** The second factors of an administrator's own account. */
export function accountFactors(services: Accounts) {
  const list = createRoute({
    method: 'get',
    path: '/admin/second-factors',
    summary: 'How you sign in, beside the password',
    security: forWriters,
    responses: { 200: json(factorsSchema, 'Your second factors') },
  });

  const ask = createRoute({
    method: 'post',
    path: '/admin/second-factors/proof',
    summary: 'What a browser needs to show by a passkey that it is you',
    security: forWriters,
    responses: {
      200: json(passkeyRequestSchema, 'Options for `navigator.credentials.get`'),
      404: NO_PASSKEYS,
    },
  });

  const renewCodes = createRoute({
    method: 'post',
    path: '/admin/second-factors/recovery-codes',
    summary: 'Replace the recovery codes',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { body: proof },
    responses: {
      200: json(newCodesSchema, 'The new codes; the old ones no longer work'),
      404: json(errorSchema, 'There is no second factor'),
      429: TOO_MANY,
    },
  });

  return createRouter<Authenticated>()
    .openapi(list, async (c) => c.json(await services.secondFactorsOf(c.get('session').email), 200))
    .openapi(ask, async (c) => {
      const request = unwrap(await services.proofRequest(c.get('session').email));
      return c.json(request, 200);
    })
    .openapi(renewCodes, async (c) => {
      const { email } = c.get('session');
      const renewed = unwrap(
        await services.renewRecoveryCodes(email, c.req.valid('json'), clientOf(c)),
      );
      return c.json(renewed, 200);
    });
}

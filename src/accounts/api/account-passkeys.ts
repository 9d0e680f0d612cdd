import { createRoute, z } from '@hono/zod-openapi';
import { clientOf } from '../../server/http/client-ip.ts';
import { errorSchema, json, jsonBody, TOO_MANY } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Accounts } from '../accounts.ts';
import { addedPasskeySchema } from '../second-factors.ts';
import { type Authenticated, forWriters } from './authorization.ts';
import { newCodesSchema, passkeyCreationSchema, proof } from './factor-schemas.ts';

const NO_PASSKEYS = json(errorSchema, 'Passkeys cannot be used at the address of the site');

/** The passkeys of an administrator's own account. */
export function accountPasskeys(services: Accounts) {
  const startPasskeyRegistration = createRoute({
    method: 'post',
    path: '/admin/second-factors/passkeys/options',
    summary: 'What a browser needs to make a passkey',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { body: proof },
    responses: {
      200: json(passkeyCreationSchema, 'Options for `navigator.credentials.create`'),
      404: NO_PASSKEYS,
      429: TOO_MANY,
    },
  });

  const addPasskey = createRoute({
    method: 'post',
    path: '/admin/second-factors/passkeys',
    summary: 'Save a passkey that was created',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(addedPasskeySchema.meta({ id: 'AddedPasskey' })) },
    responses: {
      201: json(newCodesSchema, 'The passkey is saved'),
      409: json(errorSchema, 'There are too many'),
      429: TOO_MANY,
    },
  });

  const removePasskey = createRoute({
    method: 'post',
    path: '/admin/second-factors/passkeys/{id}/remove',
    summary: 'Remove a passkey',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { params: z.object({ id: z.string().max(100) }), body: proof },
    responses: {
      204: { description: 'Deleted' },
      404: json(errorSchema, 'There is no such passkey'),
      429: TOO_MANY,
    },
  });

  return createRouter<Authenticated>()
    .openapi(startPasskeyRegistration, async (c) => {
      const { email } = c.get('session');
      const begun = unwrap(
        await services.startPasskeyRegistration(email, c.req.valid('json'), clientOf(c)),
      );
      return c.json(begun, 200);
    })
    .openapi(addPasskey, async (c) => {
      const { email } = c.get('session');
      const added = unwrap(await services.addPasskey(email, c.req.valid('json')));
      return c.json(added, 201);
    })
    .openapi(removePasskey, async (c) => {
      const { email } = c.get('session');
      const { id } = c.req.valid('param');
      unwrap(await services.removePasskey(email, id, c.req.valid('json'), clientOf(c)));
      return c.body(null, 204);
    });
}

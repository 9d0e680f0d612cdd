import { createRoute, z } from '@hono/zod-openapi';
import { clientOf } from '../../server/http/client-ip.ts';
import {
  errorSchema,
  instant,
  json,
  jsonBody,
  TOO_MANY,
} from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Accounts } from '../accounts.ts';
import { appCodeSchema } from '../second-factors.ts';
import { type Authenticated, forWriters } from './authorization.ts';
import { newCodesSchema, proof } from './factor-schemas.ts';

const newAppSchema = z
  .object({
    secret: z.string().meta({ description: 'Base32' }),
    uri: z.string().meta({ description: 'The same for a QR code' }),
    expiresAt: instant.meta({ description: 'Until when the first code must come' }),
  })
  .meta({ id: 'NewAuthenticatorApp' });

/** The authenticator app of an administrator's own account. */
export function accountApp(services: Accounts) {
  const startAppEnrolment = createRoute({
    method: 'post',
    path: '/admin/second-factors/app',
    summary: 'Set up an authenticator app',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { body: proof },
    responses: {
      200: json(newAppSchema, 'What the app needs, shown this once'),
      409: json(errorSchema, 'There is an app already'),
      429: TOO_MANY,
    },
  });

  const confirmApp = createRoute({
    method: 'post',
    path: '/admin/second-factors/app/confirm',
    summary: 'Confirm the app with the code that it shows',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(appCodeSchema.meta({ id: 'AppCode' })) },
    responses: { 200: json(newCodesSchema, 'The app is confirmed'), 429: TOO_MANY },
  });

  const removeApp = createRoute({
    method: 'post',
    path: '/admin/second-factors/app/remove',
    summary: 'Remove the authenticator app',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { body: proof },
    responses: {
      204: { description: 'Deleted' },
      404: json(errorSchema, 'There is no app'),
      429: TOO_MANY,
    },
  });

  return createRouter<Authenticated>()
    .openapi(startAppEnrolment, async (c) => {
      const { email } = c.get('session');
      const begun = unwrap(
        await services.startAppEnrolment(email, c.req.valid('json'), clientOf(c)),
      );
      return c.json(begun, 200);
    })
    .openapi(confirmApp, async (c) => {
      const { email } = c.get('session');
      const confirmed = unwrap(await services.confirmApp(email, c.req.valid('json').code));
      return c.json(confirmed, 200);
    })
    .openapi(removeApp, async (c) => {
      const { email } = c.get('session');
      unwrap(await services.removeApp(email, c.req.valid('json'), clientOf(c)));
      return c.body(null, 204);
    });
}

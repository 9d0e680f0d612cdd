import { createRoute, z } from '@hono/zod-openapi';
import { credentialsSchema } from '../../domain/access/administrators.ts';
import type { Services } from '../../domain/services.ts';
import { clientAddress } from '../client-address.ts';
import { FailureError } from './answers.ts';
import { requireSession } from './bearer.ts';
import { createRouter, limitJson, SMALL_BODY } from './router.ts';
import {
  BODY_REFUSALS,
  errorSchema,
  INVALID,
  json,
  jsonBody,
  TOO_MANY,
  UNAUTHENTICATED,
} from './schemas.ts';

const expires_at = z.iso.datetime();
const tokenSchema = z.object({ access_token: z.string(), expires_at }).meta({ id: 'Token' });
const sessionSchema = z.object({ email: z.string(), expires_at }).meta({ id: 'Session' });

/** Signing in and out, and whether one still is. */
export function session(services: Services) {
  const signedIn = requireSession(services);

  const login = createRoute({
    method: 'post',
    path: '/admin/login',
    summary: 'Sign in',
    middleware: [limitJson(SMALL_BODY)] as const,
    request: { body: jsonBody(credentialsSchema.meta({ id: 'Credentials' })) },
    responses: {
      200: json(tokenSchema, 'A bearer token, good for 24 hours'),
      401: json(errorSchema, 'The e-mail address or the password is wrong'),
      422: INVALID,
      429: TOO_MANY,
      ...BODY_REFUSALS,
    },
  });

  const verify = createRoute({
    method: 'post',
    path: '/admin/verify',
    summary: 'Whose token this is, and until when',
    security: [{ bearer: [] }],
    middleware: [signedIn] as const,
    responses: { 200: json(sessionSchema, 'The session'), 401: UNAUTHENTICATED },
  });

  const logout = createRoute({
    method: 'post',
    path: '/admin/logout',
    summary: 'Revoke the token',
    security: [{ bearer: [] }],
    middleware: [signedIn] as const,
    responses: { 204: { description: 'The token is revoked' }, 401: UNAUTHENTICATED },
  });

  return createRouter()
    .openapi(login, async (c) => {
      const started = await services.signIn(c.req.valid('json'), {
        userAgent: c.req.header('User-Agent') ?? '',
        address: clientAddress(c),
      });
      if (!started.ok) throw new FailureError(started.failure);
      c.header('Cache-Control', 'no-store');
      const { token, expiresAt } = started.value;
      return c.json({ access_token: token, expires_at: expiresAt }, 200);
    })
    .openapi(verify, (c) => {
      const { email, expiresAt } = c.get('session');
      return c.json({ email, expires_at: expiresAt }, 200);
    })
    .openapi(logout, async (c) => {
      await services.endSession(c.get('token'));
      return c.body(null, 204);
    });
}

import { createRoute, z } from '@hono/zod-openapi';
import { clientOf } from '../../server/http/client-ip.ts';
import { errorSchema, json, jsonBody, TOO_MANY } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Accounts } from '../accounts.ts';
import { passkeyAnswerSchema } from '../passkey-schemas.ts';
import { ROLES } from '../roles.ts';
import { credentialsSchema, SECOND_FACTORS, secondFactorSchema } from '../sign-in-steps.ts';
import type { NewSession } from '../start-session.ts';
import { type Authenticated, forEverybody, forWriters } from './authorization.ts';
import { passkeyRequestSchema } from './factor-schemas.ts';

const expires_at = z.iso.datetime();
const tokenSchema = z.object({ access_token: z.string(), expires_at }).meta({ id: 'Token' });
const signedInSchema = tokenSchema
  .extend({ email: z.string().meta({ description: 'Whose token it is' }) })
  .meta({ id: 'SignedIn' });
const secondStepSchema = z
  .object({
    second_factor: z.object({
      ticket: z.string().meta({ description: 'For the second step: five attempts, five minutes' }),
      methods: z.array(z.enum(SECOND_FACTORS)),
      expires_at,
      passkey: z.union([passkeyRequestSchema, z.null()]).meta({
        description: 'Options for `navigator.credentials.get`, where `methods` names passkeys',
      }),
    }),
  })
  .meta({ id: 'SecondStep' });
const sessionSchema = z
  .object({ email: z.string(), role: z.enum(ROLES), expires_at })
  .meta({ id: 'Session' });

/** Sign-in, sign-out, and the current session. */
export function session(services: Accounts) {
  const login = createRoute({
    method: 'post',
    path: '/admin/login',
    summary: 'Sign in',
    security: forEverybody,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(credentialsSchema.meta({ id: 'Credentials' })) },
    responses: {
      200: json(
        tokenSchema,
        'A bearer token, valid for 24 hours, or until it has been unused for two',
      ),
      202: json(secondStepSchema, 'The password is right, and a second factor must follow'),
      401: json(errorSchema, 'The email address or the password is wrong'),
      429: TOO_MANY,
    },
  });

  const secondFactor = createRoute({
    method: 'post',
    path: '/admin/login/second-factor',
    summary: 'Sign in: the second step, by a code or a passkey',
    security: forEverybody,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(secondFactorSchema.meta({ id: 'SecondFactor' })) },
    responses: {
      200: json(signedInSchema, 'A bearer token'),
      401: json(errorSchema, 'The code or the passkey is wrong'),
      404: json(errorSchema, 'The sign-in has expired: start again'),
      429: TOO_MANY,
    },
  });

  const passkeyOptions = createRoute({
    method: 'post',
    path: '/admin/login/passkey/options',
    summary: 'What a browser needs to sign in by a passkey alone',
    security: forEverybody,
    responses: {
      200: json(passkeyRequestSchema, 'Options for `navigator.credentials.get`'),
      404: json(errorSchema, 'Passkeys cannot be used at the address of the site'),
    },
  });

  const passkey = createRoute({
    method: 'post',
    path: '/admin/login/passkey',
    summary: 'Sign in by a passkey alone',
    security: forEverybody,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(z.object({ passkey: passkeyAnswerSchema })) },
    responses: {
      200: json(signedInSchema, 'A bearer token'),
      401: json(errorSchema, 'The passkey was not accepted'),
      429: TOO_MANY,
    },
  });

  const verify = createRoute({
    method: 'post',
    path: '/admin/verify',
    summary: 'Whose token this is, what it allows, and until when',
    security: forWriters,
    responses: { 200: json(sessionSchema, 'The session') },
  });

  const logout = createRoute({
    method: 'post',
    path: '/admin/logout',
    summary: 'Revoke the token',
    security: forWriters,
    responses: { 204: { description: 'The token is revoked' } },
  });

  return createRouter<Authenticated>()
    .openapi(login, async (c) => {
      const step = unwrap(await services.signIn(c.req.valid('json'), clientOf(c)));
      c.header('Cache-Control', 'no-store');
      if ('session' in step) {
        const { token, expiresAt } = step.session;
        return c.json({ access_token: token, expires_at: expiresAt }, 200);
      }
      const { ticket, methods, expiresAt, passkey: request } = step.secondStep;
      const second_factor = { ticket, methods, expires_at: expiresAt, passkey: request };
      return c.json({ second_factor }, 202);
    })
    .openapi(secondFactor, async (c) => {
      const started = unwrap(await services.finishSignIn(c.req.valid('json'), clientOf(c)));
      c.header('Cache-Control', 'no-store');
      return c.json(signedInAs(started), 200);
    })
    .openapi(passkeyOptions, async (c) => {
      const request = unwrap(await services.passkeyRequest());
      c.header('Cache-Control', 'no-store');
      return c.json(request, 200);
    })
    .openapi(passkey, async (c) => {
      const { passkey: answer } = c.req.valid('json');
      const started = unwrap(await services.signInWithPasskey(answer, clientOf(c)));
      c.header('Cache-Control', 'no-store');
      return c.json(signedInAs(started), 200);
    })
    .openapi(verify, (c) => {
      const { email, role, expiresAt } = c.get('session');
      return c.json({ email, role, expires_at: expiresAt }, 200);
    })
    .openapi(logout, async (c) => {
      await services.endSession(c.get('token'));
      return c.body(null, 204);
    });
}

function signedInAs({ token, email, expiresAt }: NewSession) {
  return { access_token: token, expires_at: expiresAt, email };
}

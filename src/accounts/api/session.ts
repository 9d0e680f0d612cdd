import { z } from '@hono/zod-openapi';
import { TOO_MANY } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { passkeyAnswerSchema } from '../passkey-schemas.ts';
import { ROLES } from '../roles.ts';
import { finishSignIn } from '../second-step.ts';
import { endSession, type NewSession } from '../sessions.ts';
import { passkeyRequest, signIn, signInWithPasskey } from '../sign-in.ts';
import { credentialsSchema, SECOND_FACTORS, secondFactorSchema } from '../sign-in-steps.ts';
import { call, calls } from './call.ts';
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
export function session(site: Site) {
  return calls([
    call(
      {
        post: '/admin/login',
        summary: 'Sign in',
        for: 'everybody',
        body: credentialsSchema.meta({ id: 'Credentials' }),
        200: [
          tokenSchema,
          'A bearer token, valid for 24 hours, or until it has been unused for two',
        ],
        202: [secondStepSchema, 'The password is right, and a second factor must follow'],
        401: 'The email address or the password is wrong',
        429: TOO_MANY,
      },
      async ({ c, body, client }) => {
        const step = unwrap(await signIn(site, body, client));
        if ('session' in step) {
          return { access_token: step.session.token, expires_at: step.session.expiresAt };
        }
        const { ticket, methods, expiresAt, passkey: request } = step.secondStep;
        const second_factor = { ticket, methods, expires_at: expiresAt, passkey: request };
        return c.json({ second_factor }, 202);
      },
    ),
    call(
      {
        post: '/admin/login/second-factor',
        summary: 'Sign in: the second step, by a code or a passkey',
        for: 'everybody',
        body: secondFactorSchema.meta({ id: 'SecondFactor' }),
        200: [signedInSchema, 'A bearer token'],
        401: 'The code or the passkey is wrong',
        404: 'The sign-in has expired: start again',
        429: TOO_MANY,
      },
      async ({ body, client }) => {
        const started = unwrap(await finishSignIn(site, body, client));
        return signedInAs(started);
      },
    ),
    call(
      {
        post: '/admin/login/passkey/options',
        summary: 'What a browser needs to sign in by a passkey alone',
        for: 'everybody',
        200: [passkeyRequestSchema, 'Options for `navigator.credentials.get`'],
        404: 'Passkeys cannot be used at the address of the site',
      },
      async () => passkeyRequest(site),
    ),
    call(
      {
        post: '/admin/login/passkey',
        summary: 'Sign in by a passkey alone',
        for: 'everybody',
        body: z.object({ passkey: passkeyAnswerSchema }),
        200: [signedInSchema, 'A bearer token'],
        401: 'The passkey was not accepted',
        429: TOO_MANY,
      },
      async ({ body: { passkey: answer }, client }) => {
        const started = unwrap(await signInWithPasskey(site, answer, client));
        return signedInAs(started);
      },
    ),
    call(
      {
        post: '/admin/verify',
        summary: 'Whose token this is, what it allows, and until when',
        for: 'writer',
        200: [sessionSchema, 'The session'],
      },
      ({ session: { email, role, expiresAt } }) => ({ email, role, expires_at: expiresAt }),
    ),
    call(
      {
        post: '/admin/logout',
        summary: 'Revoke the token',
        for: 'writer',
        204: 'The token is revoked',
      },
      ({ token }) => endSession(site, token),
    ),
  ]);
}

function signedInAs({ token, email, expiresAt }: NewSession) {
  return { access_token: token, expires_at: expiresAt, email };
}

import { z } from '@hono/zod-openapi';
import { instant, TOO_MANY } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import {
  forgottenPasswordSchema,
  linkTokenSchema,
  openedLinkSchema,
  openLink,
  passwordByLinkSchema,
  redeemLink,
  requestPasswordReset,
} from '../mailed-links.ts';
import { passkeyAnswerSchema, passkeyRequestOptions, passkeyRequestSchema } from '../passkeys.ts';
import { ROLES } from '../roles.ts';
import { endSession, type NewSession } from '../sessions.ts';
import {
  credentialsSchema,
  finishSignIn,
  secondFactorSchema,
  secondStepSchema,
  signIn,
  signInWithPasskey,
} from '../sign-in.ts';
import { call, calls } from './call.ts';

export const tokenSchema = z
  .object({ access_token: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'Token' });
const signedInSchema = tokenSchema
  .extend({ email: z.string().meta({ description: 'Whose token it is' }) })
  .meta({ id: 'SignedIn' });
const sessionSchema = z
  .object({ email: z.string(), role: z.enum(ROLES), expires_at: instant })
  .meta({ id: 'Session' });

export function tokenOf({ token, expiresAt }: Pick<NewSession, 'token' | 'expiresAt'>) {
  return { access_token: token, expires_at: expiresAt };
}

function signedInAs(session: NewSession) {
  return { ...tokenOf(session), email: session.email };
}

/**
 * Sign-in, sign-out, the current session, and what the links of invitations and forgotten passwords lead to. Of these
 * only the calls with a password change anything.
 */
export function session(site: Site) {
  return calls([
    call({
      post: '/admin/login',
      summary: 'Sign in',
      for: 'everybody',
      body: credentialsSchema,
      200: [tokenSchema, 'A bearer token, valid for 24 hours, or until it has been unused for two'],
      202: [secondStepSchema, 'The password is right, and a second factor must follow'],
      401: 'The email address or the password is wrong',
      429: TOO_MANY,
    }).to(async ({ c, body, client }) => {
      const step = await signIn(site, body, client);
      if (!step.ok) return step;
      return 'session' in step.value ? tokenOf(step.value.session) : c.json(step.value, 202);
    }),
    call({
      post: '/admin/login/second-factor',
      summary: 'Sign in: the second step, by a code',
      for: 'everybody',
      body: secondFactorSchema,
      200: [signedInSchema, 'A bearer token'],
      401: 'The code is wrong',
      404: 'The sign-in has expired: start again',
      429: TOO_MANY,
    }).to(async ({ body, client }) => signedInAs(unwrap(await finishSignIn(site, body, client)))),
    call({
      post: '/admin/login/passkey/options',
      summary: 'What a browser needs to sign in by a passkey alone',
      for: 'everybody',
      200: [passkeyRequestSchema, 'Options for `navigator.credentials.get`'],
      404: 'Passkeys cannot be used at the address of the site',
    }).to(() => passkeyRequestOptions(site, { purpose: 'sign-in' })),
    call({
      post: '/admin/login/passkey',
      summary: 'Sign in by a passkey alone',
      for: 'everybody',
      body: z.object({ passkey: passkeyAnswerSchema }),
      200: [signedInSchema, 'A bearer token'],
      401: 'The passkey was not accepted',
      429: TOO_MANY,
    }).to(async ({ body: { passkey }, client }) =>
      signedInAs(unwrap(await signInWithPasskey(site, passkey, client))),
    ),
    call({
      post: '/admin/verify',
      summary: 'Whose token this is, what it allows, and until when',
      for: 'writer',
      200: [sessionSchema, 'The session'],
    }).to(({ session: { email, role, expiresAt } }) => ({ email, role, expires_at: expiresAt })),
    call({
      post: '/admin/logout',
      summary: 'Revoke the token',
      for: 'writer',
      204: 'The token is revoked',
    }).to(({ token, by }) => endSession(site, token, by)),
    call({
      post: '/admin/password-resets',
      summary: 'Request an email with a link for a new password',
      for: 'everybody',
      body: forgottenPasswordSchema,
      204: 'The same whether or not there is such an account',
      409: 'The site does not send email',
      429: TOO_MANY,
    }).to(({ body, client }) => requestPasswordReset(site, body, client)),
    call({
      post: '/admin/links/open',
      summary: 'For whom a mailed link is: an invitation, or one to choose a new password',
      for: 'everybody',
      body: linkTokenSchema,
      200: [openedLinkSchema, 'For whom it is'],
      404: 'The link does not work',
    }).to(({ body }) => openLink(site, body.token)),
    call({
      post: '/admin/links/redeem',
      summary: 'Choose a password by a mailed link, once; sessions of the account end',
      for: 'everybody',
      body: passwordByLinkSchema,
      200: [z.object({ email: z.string() }), 'Whose account it is'],
      404: 'The link does not work',
    }).to(({ body }) => redeemLink(site, body)),
  ]);
}

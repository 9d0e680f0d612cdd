import { z } from '@hono/zod-openapi';
import { TOO_MANY } from '../../server/http/common-schemas.ts';
import { pageQuery, presentPage } from '../../server/http/cursor.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { auditEventSchema, readAuditTrail } from '../audit.ts';
import { newAppSchema } from '../codes.ts';
import { passkeyCreationSchema, passkeyRequestSchema } from '../passkeys.ts';
import { changeOwnPassword, newPasswordSchema } from '../people.ts';
import {
  addedPasskeySchema,
  addPasskey,
  appCodeSchema,
  confirmApp,
  factorsSchema,
  newCodesSchema,
  proofRequest,
  proofSchema,
  removeFactor,
  renewRecoveryCodes,
  secondFactorsOf,
  startAppEnrolment,
  startPasskeyRegistration,
} from '../second-factors.ts';
import { endOwnSession, sessionSummarySchema, sessionsOf } from '../sessions.ts';
import { call, calls } from './call.ts';
import { tokenOf, tokenSchema } from './session.ts';

const NO_PASSKEYS = 'Passkeys cannot be used at the address of the site';

const PROVEN = { for: 'writer', body: proofSchema, 429: TOO_MANY } as const;

export function account(site: Site) {
  return calls([
    call({
      put: '/admin/password',
      summary: 'Change your password; your other sessions end',
      for: 'writer',
      body: newPasswordSchema,
      200: [tokenSchema, 'The new password is in force, and this session has a new token'],
      429: TOO_MANY,
    }).to(async ({ body, client, token, by }) =>
      tokenOf(unwrap(await changeOwnPassword(site, { email: by, ...body }, token, client))),
    ),
    call({
      get: '/admin/sessions',
      summary: 'Where you are signed in, the latest first',
      for: 'writer',
      200: [z.object({ sessions: z.array(sessionSummarySchema) }), 'Your sessions'],
    }).to(async ({ token, by }) => {
      const sessions = await sessionsOf(site, by, token);
      return { sessions: sessions.map(({ hash: _, ...session }) => session) };
    }),
    call({
      delete: '/admin/sessions/:id',
      summary: 'Sign out elsewhere',
      for: 'writer',
      params: z.object({ id: z.string().max(100) }),
      204: 'It has ended',
      404: 'There is no such session',
    }).to(({ params, by }) => endOwnSession(site, by, params.id)),
    call({
      get: '/admin/audit',
      summary: 'Who did what, the latest first',
      for: 'administrator',
      query: pageQuery(100),
      200: [
        z.object({ events: z.array(auditEventSchema), nextCursor: z.string().nullable() }),
        'A page of the record',
      ],
    }).to(async ({ query }) => presentPage(await readAuditTrail(site, query))),
    call({
      get: '/admin/second-factors',
      summary: 'How you sign in, beside the password',
      for: 'writer',
      200: [factorsSchema, 'Your second factors'],
    }).to(({ by }) => secondFactorsOf(site, by)),
    call({
      post: '/admin/second-factors/proof',
      summary: 'What a browser needs to show by a passkey that it is you',
      for: 'writer',
      200: [passkeyRequestSchema, 'Options for `navigator.credentials.get`'],
      404: NO_PASSKEYS,
    }).to(({ by }) => proofRequest(site, by)),
    call({
      ...PROVEN,
      post: '/admin/second-factors/recovery-codes',
      summary: 'Replace the recovery codes',
      200: [newCodesSchema, 'The new codes; the old ones no longer work'],
      404: 'There is no second factor',
    }).to((request) => renewRecoveryCodes(site, request)),
    call({
      ...PROVEN,
      post: '/admin/second-factors/app',
      summary: 'Set up an authenticator app',
      200: [newAppSchema, 'What the app needs, shown this once'],
      409: 'There is an app already',
    }).to((request) => startAppEnrolment(site, request)),
    call({
      post: '/admin/second-factors/app/confirm',
      summary: 'Confirm the app with the code that it shows',
      for: 'writer',
      body: appCodeSchema,
      200: [newCodesSchema, 'The app is confirmed'],
      429: TOO_MANY,
    }).to(({ by, body, token }) => confirmApp(site, by, body.code, token)),
    call({
      ...PROVEN,
      post: '/admin/second-factors/passkeys/options',
      summary: 'What a browser needs to make a passkey',
      200: [passkeyCreationSchema, 'Options for `navigator.credentials.create`'],
      404: NO_PASSKEYS,
    }).to((request) => startPasskeyRegistration(site, request)),
    call({
      post: '/admin/second-factors/passkeys',
      summary: 'Save a passkey that was created',
      for: 'writer',
      body: addedPasskeySchema,
      201: [newCodesSchema, 'The passkey is saved'],
      429: TOO_MANY,
    }).to(({ body, by, token }) => addPasskey(site, by, body, token)),
    call({
      ...PROVEN,
      post: '/admin/second-factors/:id/remove',
      summary: 'Remove the authenticator app or a passkey',
      params: z.object({ id: z.string().max(100) }),
      204: 'Deleted',
      404: 'There is no such second factor',
    }).to((request) => removeFactor(site, request.params.id, request)),
  ]);
}

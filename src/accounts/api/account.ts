import { z } from '@hono/zod-openapi';
import { TOO_MANY } from '../../server/http/common-schemas.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { auditEventSchema, readAuditTrail } from '../audit.ts';
import { newAppSchema } from '../codes.ts';
import { changeOwnPassword, newPasswordSchema } from '../people.ts';
import {
  addedPasskeySchema,
  addPasskey,
  appCodeSchema,
  confirmApp,
  factorsSchema,
  newCodesSchema,
  proofRequest,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  secondFactorsOf,
  startAppEnrolment,
  startPasskeyRegistration,
} from '../second-factors.ts';
import { endOwnSession, sessionSummarySchema, sessionsOf } from '../sessions.ts';
import { call, calls } from './call.ts';
import {
  passkeyCreationSchema,
  passkeyRequestSchema,
  proof,
  tokenOf,
  tokenSchema,
} from './session-schemas.ts';

const NO_PASSKEYS = 'Passkeys cannot be used at the address of the site';

/** An account of one's own: password, sessions and second factors; and the audit log. */
export function account(site: Site) {
  return calls([
    call(
      {
        put: '/admin/password',
        summary: 'Change your password; your other sessions end',
        for: 'writer',
        body: newPasswordSchema.meta({ id: 'NewPassword' }),
        200: [tokenSchema, 'The new password is in force, and this session has a new token'],
        429: TOO_MANY,
      },
      async ({ body, client, token, by }) =>
        tokenOf(unwrap(await changeOwnPassword(site, { email: by, ...body }, token, client))),
    ),
    call(
      {
        get: '/admin/sessions',
        summary: 'Where you are signed in, the latest first',
        for: 'writer',
        200: [z.object({ sessions: z.array(sessionSummarySchema) }), 'Your sessions'],
      },
      async ({ token, by }) => {
        const sessions = await sessionsOf(site, by, token);
        return { sessions: sessions.map(({ hash: _, ...session }) => session) };
      },
    ),
    call(
      {
        delete: '/admin/sessions/:id',
        summary: 'Sign out elsewhere',
        for: 'writer',
        params: z.object({ id: z.string().max(100) }),
        204: 'It has ended',
        404: 'There is no such session',
      },
      ({ params, by }) => endOwnSession(site, by, params.id),
    ),
    call(
      {
        get: '/admin/audit',
        summary: 'Who did what, the latest first',
        for: 'administrator',
        query: pageQuery(100),
        200: [
          z.object({ events: z.array(auditEventSchema), nextCursor: z.string().nullable() }),
          'A page of the record',
        ],
      },
      async ({ query: { limit, cursor } }) => {
        const { events, next } = await readAuditTrail(site, { limit, after: cursor });
        return { events, nextCursor: encodeCursor(next) };
      },
    ),
    call(
      {
        get: '/admin/second-factors',
        summary: 'How you sign in, beside the password',
        for: 'writer',
        200: [factorsSchema, 'Your second factors'],
      },
      ({ by }) => secondFactorsOf(site, by),
    ),
    call(
      {
        post: '/admin/second-factors/proof',
        summary: 'What a browser needs to show by a passkey that it is you',
        for: 'writer',
        200: [passkeyRequestSchema, 'Options for `navigator.credentials.get`'],
        404: NO_PASSKEYS,
      },
      ({ by }) => proofRequest(site, by),
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
      ({ body, client, by }) => renewRecoveryCodes(site, by, body, client),
    ),
    call(
      {
        post: '/admin/second-factors/app',
        summary: 'Set up an authenticator app',
        for: 'writer',
        body: proof,
        200: [newAppSchema, 'What the app needs, shown this once'],
        409: 'There is an app already',
        429: TOO_MANY,
      },
      ({ by, body, client }) => startAppEnrolment(site, by, body, client),
    ),
    call(
      {
        post: '/admin/second-factors/app/confirm',
        summary: 'Confirm the app with the code that it shows',
        for: 'writer',
        body: appCodeSchema.meta({ id: 'AppCode' }),
        200: [newCodesSchema, 'The app is confirmed'],
        429: TOO_MANY,
      },
      ({ by, body, token }) => confirmApp(site, by, body.code, token),
    ),
    call(
      {
        post: '/admin/second-factors/app/remove',
        summary: 'Remove the authenticator app',
        for: 'writer',
        body: proof,
        204: 'Deleted',
        404: 'There is no app',
        429: TOO_MANY,
      },
      ({ by, body, client }) => removeApp(site, by, body, client),
    ),
    call(
      {
        post: '/admin/second-factors/passkeys/options',
        summary: 'What a browser needs to make a passkey',
        for: 'writer',
        body: proof,
        200: [passkeyCreationSchema, 'Options for `navigator.credentials.create`'],
        404: NO_PASSKEYS,
        429: TOO_MANY,
      },
      ({ body, client, by }) => startPasskeyRegistration(site, by, body, client),
    ),
    call(
      {
        post: '/admin/second-factors/passkeys',
        summary: 'Save a passkey that was created',
        for: 'writer',
        body: addedPasskeySchema.meta({ id: 'AddedPasskey' }),
        201: [newCodesSchema, 'The passkey is saved'],
        409: 'There are too many',
        429: TOO_MANY,
      },
      ({ body, by, token }) => addPasskey(site, by, body, token),
    ),
    call(
      {
        post: '/admin/second-factors/passkeys/:id/remove',
        summary: 'Remove a passkey',
        for: 'writer',
        params: z.object({ id: z.string().max(100) }),
        body: proof,
        204: 'Deleted',
        404: 'There is no such passkey',
        429: TOO_MANY,
      },
      ({ body, params: { id }, client, by }) => removePasskey(site, by, id, body, client),
    ),
  ]);
}

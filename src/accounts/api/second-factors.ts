import { z } from '@hono/zod-openapi';
import { instant, TOO_MANY } from '../../server/http/common-schemas.ts';
import type { Site } from '../../site.ts';
import { proofRequest } from '../reauthentication.ts';
import {
  addedPasskeySchema,
  addPasskey,
  appCodeSchema,
  confirmApp,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  secondFactorsOf,
  startAppEnrolment,
  startPasskeyRegistration,
} from '../second-factors.ts';
import { call, calls } from './call.ts';
import {
  newCodesSchema,
  passkeyCreationSchema,
  passkeyRequestSchema,
  proof,
} from './factor-schemas.ts';

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

const newAppSchema = z
  .object({
    secret: z.string().meta({ description: 'Base32' }),
    uri: z.string().meta({ description: 'The same for a QR code' }),
    expiresAt: instant.meta({ description: 'Until when the first code must come' }),
  })
  .meta({ id: 'NewAuthenticatorApp' });

const NO_PASSKEYS = 'Passkeys cannot be used at the address of the site';

/** The second factors of an account of one's own: authenticator app, passkeys, recovery codes. */
export function secondFactors(site: Site) {
  return calls([
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
      ({ by, body }) => confirmApp(site, by, body.code),
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
      ({ body, by }) => addPasskey(site, by, body),
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

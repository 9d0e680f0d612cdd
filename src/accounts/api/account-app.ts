import { z } from '@hono/zod-openapi';
import { instant, TOO_MANY } from '../../server/http/common-schemas.ts';
import type { Accounts } from '../accounts.ts';
import { appCodeSchema } from '../second-factors.ts';
import { call, calls } from './call.ts';
import { newCodesSchema, proof } from './factor-schemas.ts';

const newAppSchema = z
  .object({
    secret: z.string().meta({ description: 'Base32' }),
    uri: z.string().meta({ description: 'The same for a QR code' }),
    expiresAt: instant.meta({ description: 'Until when the first code must come' }),
  })
  .meta({ id: 'NewAuthenticatorApp' });

/** The authenticator app of an administrator's own account. */
export const accountApp = (services: Accounts) =>
  calls([
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
      ({ by, body, client }) => services.startAppEnrolment(by, body, client),
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
      ({ by, body }) => services.confirmApp(by, body.code),
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
      ({ by, body, client }) => services.removeApp(by, body, client),
    ),
  ]);

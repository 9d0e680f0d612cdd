import { z } from '@hono/zod-openapi';
import { TOO_MANY } from '../../server/http/common-schemas.ts';
import type { Accounts } from '../accounts.ts';
import { addedPasskeySchema } from '../second-factors.ts';
import { call, calls } from './call.ts';
import { newCodesSchema, passkeyCreationSchema, proof } from './factor-schemas.ts';

const NO_PASSKEYS = 'Passkeys cannot be used at the address of the site';

/** The passkeys of an administrator's own account. */
export function accountPasskeys(services: Accounts) {
  return calls([
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
      async ({ body, client, by }) => services.startPasskeyRegistration(by, body, client),
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
      async ({ body, by }) => services.addPasskey(by, body),
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
      ({ body, params: { id }, client, by }) => services.removePasskey(by, id, body, client),
    ),
  ]);
}

import { createRoute, z } from '@hono/zod-openapi';
import {
  addedPasskeySchema,
  appCodeSchema,
  proofSchema as proofOfPerson,
} from '../../domain/access/second-factors.ts';
import type { Services } from '../../domain/services.ts';
import { clientOf } from '../client-ip.ts';
import { requireSession, security } from './bearer.ts';
import { unwrap } from './error-responses.ts';
import { createRouter, utf8Body } from './router.ts';
import {
  BODY_ERRORS,
  errorSchema,
  INVALID,
  instant,
  json,
  jsonBody,
  passkeyRequestSchema,
  TOO_MANY,
  UNAUTHENTICATED,
} from './schemas.ts';

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

const newCodesSchema = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Shown this once; null when there were some already' }),
  })
  .meta({ id: 'NewRecoveryCodes' });

const creationSchema = z
  .looseObject({ challenge: z.string() })
  .meta({ id: 'PasskeyCreation', description: 'PublicKeyCredentialCreationOptionsJSON' });

const proof = jsonBody(proofOfPerson.meta({ id: 'Proof' }));

const NO_PASSKEYS = json(errorSchema, 'Passkeys cannot be used at the address of the site');

/** The second factors of an administrator's own account. */
export function accountFactors(services: Services) {
  const signedIn = requireSession(services);
  const refusals = {
    401: UNAUTHENTICATED,
    422: INVALID,
    429: TOO_MANY,
    ...BODY_ERRORS,
  };

  const list = createRoute({
    method: 'get',
    path: '/admin/second-factors',
    summary: 'How you sign in, beside the password',
    security,
    middleware: [signedIn] as const,
    responses: { 200: json(factorsSchema, 'Your second factors'), 401: UNAUTHENTICATED },
  });

  const ask = createRoute({
    method: 'post',
    path: '/admin/second-factors/proof',
    summary: 'What a browser needs to show by a passkey that it is you',
    security,
    middleware: [signedIn] as const,
    responses: {
      200: json(passkeyRequestSchema, 'Options for `navigator.credentials.get`'),
      401: UNAUTHENTICATED,
      404: NO_PASSKEYS,
    },
  });

  const startAppEnrolment = createRoute({
    method: 'post',
    path: '/admin/second-factors/app',
    summary: 'Begin to use an authenticator app',
    security,
    middleware: [signedIn, utf8Body] as const,
    request: { body: proof },
    responses: {
      200: json(newAppSchema, 'What the app needs, shown this once'),
      409: json(errorSchema, 'There is an app already'),
      ...refusals,
    },
  });

  const confirmApp = createRoute({
    method: 'post',
    path: '/admin/second-factors/app/confirm',
    summary: 'Make the app count, by the code that it shows',
    security,
    middleware: [signedIn, utf8Body] as const,
    request: { body: jsonBody(appCodeSchema.meta({ id: 'AppCode' })) },
    responses: { 200: json(newCodesSchema, 'The app counts'), ...refusals },
  });

  const removeApp = createRoute({
    method: 'post',
    path: '/admin/second-factors/app/remove',
    summary: 'Take the authenticator app away',
    security,
    middleware: [signedIn, utf8Body] as const,
    request: { body: proof },
    responses: {
      204: { description: 'It is gone' },
      404: json(errorSchema, 'There is no app'),
      ...refusals,
    },
  });

  const startPasskeyRegistration = createRoute({
    method: 'post',
    path: '/admin/second-factors/passkeys/options',
    summary: 'What a browser needs to make a passkey',
    security,
    middleware: [signedIn, utf8Body] as const,
    request: { body: proof },
    responses: {
      200: json(creationSchema, 'Options for `navigator.credentials.create`'),
      404: NO_PASSKEYS,
      ...refusals,
    },
  });

  const addPasskey = createRoute({
    method: 'post',
    path: '/admin/second-factors/passkeys',
    summary: 'Keep a passkey that was made',
    security,
    middleware: [signedIn, utf8Body] as const,
    request: { body: jsonBody(addedPasskeySchema.meta({ id: 'AddedPasskey' })) },
    responses: {
      201: json(newCodesSchema, 'The passkey is kept'),
      409: json(errorSchema, 'There are too many'),
      ...refusals,
    },
  });

  const removePasskey = createRoute({
    method: 'post',
    path: '/admin/second-factors/passkeys/{id}/remove',
    summary: 'Take a passkey away',
    security,
    middleware: [signedIn, utf8Body] as const,
    request: { params: z.object({ id: z.string().max(100) }), body: proof },
    responses: {
      204: { description: 'It is gone' },
      404: json(errorSchema, 'There is no such passkey'),
      ...refusals,
    },
  });

  const renewCodes = createRoute({
    method: 'post',
    path: '/admin/second-factors/recovery-codes',
    summary: 'Make the recovery codes anew',
    security,
    middleware: [signedIn, utf8Body] as const,
    request: { body: proof },
    responses: {
      200: json(newCodesSchema, 'The codes; those before are worth nothing any more'),
      404: json(errorSchema, 'There is no second factor'),
      ...refusals,
    },
  });

  return createRouter()
    .openapi(list, async (c) => c.json(await services.secondFactorsOf(c.get('session').email), 200))
    .openapi(ask, async (c) => {
      const request = unwrap(await services.proofRequest(c.get('session').email));
      return c.json({ ...request }, 200);
    })
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
    })
    .openapi(startPasskeyRegistration, async (c) => {
      const { email } = c.get('session');
      const begun = unwrap(
        await services.startPasskeyRegistration(email, c.req.valid('json'), clientOf(c)),
      );
      return c.json({ ...begun }, 200);
    })
    .openapi(addPasskey, async (c) => {
      const { email } = c.get('session');
      const added = unwrap(await services.addPasskey(email, c.req.valid('json')));
      return c.json(added, 201);
    })
    .openapi(removePasskey, async (c) => {
      const { email } = c.get('session');
      const { id } = c.req.valid('param');
      unwrap(await services.removePasskey(email, id, c.req.valid('json'), clientOf(c)));
      return c.body(null, 204);
    })
    .openapi(renewCodes, async (c) => {
      const { email } = c.get('session');
      const renewed = unwrap(
        await services.renewRecoveryCodes(email, c.req.valid('json'), clientOf(c)),
      );
      return c.json(renewed, 200);
    });
}

import { createRoute, z } from '@hono/zod-openapi';
import { text } from '../../server/fields.ts';
import { clientOf } from '../../server/http/client-ip.ts';
import {
  errorSchema,
  instant,
  json,
  jsonBody,
  TOO_MANY,
} from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Accounts } from '../accounts.ts';
import { forgottenPasswordSchema } from '../password-resets.ts';
import { passwordByLinkSchema } from '../passwords.ts';
import { ROLES } from '../roles.ts';
import { forEverybody } from './authorization.ts';

const email = z.string().meta({ description: 'An email address' });
const token = jsonBody(z.object({ token: text(200) }).meta({ id: 'LinkToken' }));
const chosen = jsonBody(passwordByLinkSchema.meta({ id: 'PasswordByLink' }));
const account = json(z.object({ email }), 'Whose account it is');
const DEAD_LINK = json(errorSchema, 'The link does not work, and why');

/** What the links of invitations and forgotten passwords lead to. Only the calls with a password change anything. */
export function mailedLinks(services: Accounts) {
  const open = <P extends string>(path: P, summary: string) => ({
    method: 'post' as const,
    path,
    summary,
    security: forEverybody,
    middleware: utf8Body,
  });
  const conflict = { 409: json(errorSchema, 'There is an account already') };

  const openInvitation = createRoute({
    ...open('/admin/invitations/open', 'Whom a link invites'),
    request: { body: token },
    responses: {
      200: json(
        z
          .object({ email, role: z.enum(ROLES), invitedBy: email, expiresAt: instant })
          .meta({ id: 'OpenedInvitation' }),
        'The invitation',
      ),
      404: DEAD_LINK,
      ...conflict,
    },
  });

  const accept = createRoute({
    ...open('/admin/invitations/accept', 'Accept an invitation with a password of your choice'),
    request: { body: chosen },
    responses: { 200: account, 404: DEAD_LINK, ...conflict },
  });

  const offer = createRoute({
    method: 'get',
    path: '/admin/password-resets',
    summary: 'Whether links for new passwords are emailed',
    security: forEverybody,
    responses: { 200: json(z.object({ sendsMail: z.boolean() }), 'False without a mail server') },
  });

  const requestReset = createRoute({
    ...open('/admin/password-resets', 'Request an email with a link for a new password'),
    request: { body: jsonBody(forgottenPasswordSchema.meta({ id: 'ForgottenPassword' })) },
    responses: {
      204: { description: 'The same whether or not there is such an account' },
      409: json(errorSchema, 'The site does not send email'),
      429: TOO_MANY,
    },
  });

  const openReset = createRoute({
    ...open('/admin/password-resets/open', 'Whose password a link changes'),
    request: { body: token },
    responses: { 200: account, 404: DEAD_LINK },
  });

  const redeemReset = createRoute({
    ...open('/admin/password-resets/redeem', 'Choose a new password; all sessions end'),
    request: { body: chosen },
    responses: { 200: account, 404: DEAD_LINK },
  });

  return createRouter()
    .openapi(openInvitation, async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(unwrap(await services.openInvitation(c.req.valid('json').token)), 200);
    })
    .openapi(accept, async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(unwrap(await services.acceptInvitation(c.req.valid('json'))), 200);
    })
    .openapi(offer, (c) => c.json({ sendsMail: services.sendsMail }, 200))
    .openapi(requestReset, async (c) => {
      unwrap(await services.requestPasswordReset(c.req.valid('json'), clientOf(c)));
      c.header('Cache-Control', 'no-store');
      return c.body(null, 204);
    })
    .openapi(openReset, async (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(unwrap(await services.openPasswordReset(c.req.valid('json').token)), 200);
    })
    .openapi(redeemReset, async (c) => {
      c.header('Cache-Control', 'no-store');
      const redeemed = await services.redeemPasswordReset(c.req.valid('json'), clientOf(c));
      return c.json(unwrap(redeemed), 200);
    });
}

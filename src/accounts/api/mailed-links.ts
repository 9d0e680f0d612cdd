import { z } from '@hono/zod-openapi';
import { text } from '../../server/fields.ts';
import { instant, TOO_MANY } from '../../server/http/common-schemas.ts';
import type { Site } from '../../site.ts';
import { acceptInvitation, openInvitation } from '../invitations.ts';
import {
  forgottenPasswordSchema,
  openPasswordReset,
  redeemPasswordReset,
  requestPasswordReset,
} from '../password-resets.ts';
import { passwordByLinkSchema } from '../passwords.ts';
import { ROLES } from '../roles.ts';
import { call, calls } from './call.ts';

const email = z.string().meta({ description: 'An email address' });
const token = z.object({ token: text(200) }).meta({ id: 'LinkToken' });
const chosen = passwordByLinkSchema.meta({ id: 'PasswordByLink' });
const account = [z.object({ email }), 'Whose account it is'] as const;
const DEAD_LINK = 'The link does not work, and why';

/** What the links of invitations and forgotten passwords lead to. Only the calls with a password change anything. */
export function mailedLinks(site: Site) {
  return calls([
    call(
      {
        post: '/admin/invitations/open',
        summary: 'Whom a link invites',
        for: 'everybody',
        body: token,
        200: [
          z
            .object({ email, role: z.enum(ROLES), invitedBy: email, expiresAt: instant })
            .meta({ id: 'OpenedInvitation' }),
          'The invitation',
        ],
        404: DEAD_LINK,
        409: 'There is an account already',
      },
      ({ body }) => openInvitation(site, body.token),
    ),
    call(
      {
        post: '/admin/invitations/accept',
        summary: 'Accept an invitation with a password of your choice',
        for: 'everybody',
        body: chosen,
        200: account,
        404: DEAD_LINK,
        409: 'There is an account already',
      },
      ({ body }) => acceptInvitation(site, body),
    ),
    call(
      {
        get: '/admin/password-resets',
        summary: 'Whether links for new passwords are emailed',
        for: 'everybody',
        200: [z.object({ sendsMail: z.boolean() }), 'False without a mail server'],
      },
      () => ({ sendsMail: site.sendsMail }),
    ),
    call(
      {
        post: '/admin/password-resets',
        summary: 'Request an email with a link for a new password',
        for: 'everybody',
        body: forgottenPasswordSchema.meta({ id: 'ForgottenPassword' }),
        204: 'The same whether or not there is such an account',
        409: 'The site does not send email',
        429: TOO_MANY,
      },
      ({ body, client }) => requestPasswordReset(site, body, client),
    ),
    call(
      {
        post: '/admin/password-resets/open',
        summary: 'Whose password a link changes',
        for: 'everybody',
        body: token,
        200: account,
        404: DEAD_LINK,
      },
      ({ body }) => openPasswordReset(site, body.token),
    ),
    call(
      {
        post: '/admin/password-resets/redeem',
        summary: 'Choose a new password; all sessions end',
        for: 'everybody',
        body: chosen,
        200: account,
        404: DEAD_LINK,
      },
      async ({ body, client }) => {
        return redeemPasswordReset(site, body, client);
      },
    ),
  ]);
}

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { clientOf } from '../../server/http/client-ip.ts';
import {
  errorSchema,
  idParam,
  instant,
  json,
  jsonBody,
  TOO_MANY,
} from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Accounts } from '../accounts.ts';
import { newInvitationSchema } from '../invite.ts';
import { type Proof, proofSchema } from '../reauthentication.ts';
import { ROLES } from '../roles.ts';
import { type Authenticated, forAdministrators } from './authorization.ts';
import { proof } from './factor-schemas.ts';

const email = z.string().meta({ description: 'An email address' });

const personSchema = z
  .object({
    id: z.uuid(),
    email,
    role: z.enum(ROLES),
    createdAt: instant,
    lastSeenAt: instant.nullable().meta({ description: 'To the minute; null: not signed in yet' }),
    hasSecondFactor: z.boolean(),
  })
  .meta({ id: 'Person' });

const invitationSchema = z
  .object({
    id: z.uuid(),
    email,
    role: z.enum(ROLES),
    invitedBy: email,
    createdAt: instant,
    expiresAt: instant,
    isExpired: z.boolean(),
  })
  .meta({ id: 'Invitation' });

const newInvitationAnswer = invitationSchema
  .extend({
    link: z.url().nullable().meta({
      description:
        'Null if it was emailed; without a mail server, the link to pass on, returned only once',
    }),
  })
  .meta({ id: 'MadeInvitation' });

// A session may be open in a browser that was left alone, or stolen: an account would outlive it.
const roleChange = jsonBody(
  proofSchema.safeExtend({ role: z.enum(ROLES) }).meta({ id: 'RoleChange' }),
);
const invited = jsonBody(
  proofSchema.safeExtend(newInvitationSchema.shape).meta({ id: 'NewInvitation' }),
);

const NO_PERSON = json(errorSchema, 'There is no such account');
const NO_INVITATION = json(
  errorSchema,
  'There is no such invitation: it was accepted or withdrawn',
);
const LAST = json(errorSchema, 'It is the last administrator');

/** Who may sign in, and whom administrators invite. */
export function people(services: Accounts) {
  const list = createRoute({
    method: 'get',
    path: '/admin/people',
    summary: 'Who may sign in, as what, and who is invited',
    security: forAdministrators,
    responses: {
      200: json(
        z.object({
          people: z.array(personSchema),
          invitations: z.array(invitationSchema).meta({ description: 'Unanswered ones' }),
          sendsMail: z.boolean().meta({ description: 'Whether invitations are emailed' }),
        }),
        'All of them',
      ),
    },
  });

  const change = createRoute({
    method: 'patch',
    path: '/admin/people/{id}',
    summary: 'Change a person’s role, effective from their next request',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: { params: idParam, body: roleChange },
    responses: {
      204: { description: 'The role is changed' },
      404: NO_PERSON,
      409: LAST,
      429: TOO_MANY,
    },
  });

  const remove = createRoute({
    method: 'post',
    path: '/admin/people/{id}/remove',
    summary: 'Remove an account; what the person wrote stays',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: { params: idParam, body: proof },
    responses: {
      204: { description: 'Removed, with its sessions, invitations and links' },
      404: NO_PERSON,
      409: LAST,
      429: TOO_MANY,
    },
  });

  const invite = createRoute({
    method: 'post',
    path: '/admin/people/invitations',
    summary: 'Invite someone, by a link that is good once within 48 hours',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: { body: invited },
    responses: {
      201: json(newInvitationAnswer, 'The invitation is on its way, or in `link`'),
      409: json(errorSchema, 'There is an account, or an invitation that waits'),
      429: TOO_MANY,
    },
  });

  const resend = createRoute({
    method: 'post',
    path: '/admin/people/invitations/{id}/resend',
    summary: 'Send an invitation again, for another 48 hours; the link before ends',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: { params: idParam, body: proof },
    responses: {
      200: json(newInvitationAnswer, 'The invitation'),
      404: NO_INVITATION,
      409: json(errorSchema, 'There is an account by now'),
      429: TOO_MANY,
    },
  });

  const revoke = createRoute({
    method: 'delete',
    path: '/admin/people/invitations/{id}',
    summary: 'Withdraw an invitation',
    security: forAdministrators,
    request: { params: idParam },
    responses: {
      204: { description: 'Its link no longer works' },
      404: NO_INVITATION,
    },
  });

  /** @returns the email of the administrator, who has shown to be the one at the browser */
  async function reauthenticated(
    c: Context<Authenticated>,
    { password, passkey }: Proof,
  ): Promise<string> {
    const { email: by } = c.get('session');
    unwrap(await services.prove(by, { password, passkey }, clientOf(c)));
    // A password that was changed meanwhile has ended the session.
    await c.get('recheck')();
    return by;
  }

  return createRouter<Authenticated>()
    .openapi(list, async (c) => {
      const [all, invitations] = await Promise.all([services.people(), services.invitations()]);
      return c.json({ people: all, invitations, sendsMail: services.sendsMail }, 200);
    })
    .openapi(change, async (c) => {
      const { role, ...given } = c.req.valid('json');
      const by = await reauthenticated(c, given);
      const { id } = c.req.valid('param');
      unwrap(await services.changeRole({ id }, role, { by }));
      return c.body(null, 204);
    })
    .openapi(remove, async (c) => {
      const by = await reauthenticated(c, c.req.valid('json'));
      unwrap(await services.removePerson({ id: c.req.valid('param').id }, { by }));
      return c.body(null, 204);
    })
    .openapi(invite, async (c) => {
      const { email: guest, role, ...given } = c.req.valid('json');
      const by = await reauthenticated(c, given);
      return c.json(unwrap(await services.invite({ email: guest, role }, { by })), 201);
    })
    .openapi(resend, async (c) => {
      const by = await reauthenticated(c, c.req.valid('json'));
      const { id } = c.req.valid('param');
      return c.json(unwrap(await services.resendInvitation(id, { by })), 200);
    })
    .openapi(revoke, async (c) => {
      const by = c.get('session').email;
      unwrap(await services.revokeInvitation(c.req.valid('param').id, { by }));
      return c.body(null, 204);
    });
}

import { z } from '@hono/zod-openapi';
import { idParam, TOO_MANY } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { invite, madeInvitationSchema, newInvitationSchema } from '../mailed-links.ts';
import { changeRole, listPeople, personSchema, removePerson } from '../people.ts';
import { ROLES } from '../roles.ts';
import { type ProvenRequest, proofSchema, prove } from '../second-factors.ts';
import { call, calls } from './call.ts';

// A session may be open in a browser that was left alone, or stolen: an account would outlive it.
const roleChange = proofSchema.safeExtend({ role: z.enum(ROLES) }).meta({ id: 'RoleChange' });
const invited = proofSchema.safeExtend(newInvitationSchema.shape).meta({ id: 'NewInvitation' });

const NO_PERSON = 'There is no such account';
const LAST = 'It is the last administrator';

const FOR_ADMINISTRATORS = { for: 'administrator', params: idParam, 429: TOO_MANY } as const;

type Reauthenticating = ProvenRequest & { recheck: () => Promise<void> };

export function people(site: Site) {
  /** @returns the administrator, who has shown to be the one at the browser */
  async function proven({ by, body, client, recheck }: Reauthenticating) {
    unwrap(await prove(site, { by, body, client }));
    // A password that was changed meanwhile has ended the session.
    await recheck();
    return { by };
  }

  return calls([
    call({
      get: '/admin/people',
      summary: 'Who may sign in, as what, and who is invited',
      for: 'administrator',
      200: [
        z.object({
          people: z.array(personSchema),
          sendsMail: z.boolean().meta({ description: 'Whether invitations are emailed' }),
        }),
        'All of them',
      ],
    }).to(async () => ({ people: await listPeople(site), sendsMail: site.sendsMail })),
    call({
      ...FOR_ADMINISTRATORS,
      patch: '/admin/people/:id',
      summary: 'Change a person’s role, effective from their next request',
      body: roleChange,
      204: 'The role is changed',
      404: NO_PERSON,
      409: LAST,
    }).to(async (request) =>
      changeRole(site, request.params, request.body.role, await proven(request)),
    ),
    call({
      ...FOR_ADMINISTRATORS,
      post: '/admin/people/:id/remove',
      summary: 'Remove an account or withdraw an invitation; what the person wrote stays',
      body: proofSchema,
      204: 'Removed, with its sessions, invitations and links',
      404: NO_PERSON,
      409: LAST,
    }).to(async (request) => removePerson(site, request.params, await proven(request))),
    call({
      post: '/admin/people/invitations',
      summary: 'Invite someone, by a link that is good once within 48 hours; a former one ends',
      for: 'administrator',
      body: invited,
      201: [madeInvitationSchema, 'The invitation is on its way, or in `link`'],
      409: 'There is an account by now',
      429: TOO_MANY,
    }).to(async (request) => invite(site, request.body, await proven(request))),
  ]);
}

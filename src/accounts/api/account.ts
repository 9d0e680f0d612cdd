import { z } from '@hono/zod-openapi';
import { instant, TOO_MANY } from '../../server/http/common-schemas.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import type { Site } from '../../site.ts';
import { changeOwnPassword, newPasswordSchema } from '../administrators.ts';
import { readAuditTrail } from '../audit.ts';
import { AUDIT_ACTIONS } from '../audit-actions.ts';
import { endOwnSession, sessionsOf } from '../sessions.ts';
import { call, calls } from './call.ts';

const sessionSchema = z
  .object({
    id: z.string(),
    createdAt: instant,
    expiresAt: instant,
    lastUsedAt: instant.meta({ description: 'To the minute' }),
    userAgent: z.string().meta({ description: 'As the browser called itself at sign-in' }),
    isCurrent: z.boolean().meta({ description: 'Whether it is the one that asks' }),
  })
  .meta({ id: 'SessionSummary' });

const eventSchema = z
  .object({
    id: z.uuid(),
    at: instant,
    actor: z.string().nullable().meta({ description: 'An email address; null: the program' }),
    action: z.enum(AUDIT_ACTIONS),
    subject: z.string().meta({ description: 'A slug, an email address, a browser, a name' }),
    detail: z.string().nullable().meta({ description: 'What the action says beside its subject' }),
    title: z
      .string()
      .nullable()
      .meta({ description: 'What the post at that slug was called then, if there is one' }),
  })
  .meta({ id: 'AuditEvent' });

/** An administrator's own account, and the audit log. */
export function account(site: Site) {
  return calls([
    call(
      {
        put: '/admin/password',
        summary: 'Change your password; your other sessions end',
        for: 'writer',
        body: newPasswordSchema.meta({ id: 'NewPassword' }),
        204: 'The new password is in force',
        429: TOO_MANY,
      },
      ({ body, client, token, by }) =>
        changeOwnPassword(site, { email: by, ...body }, token, client),
    ),
    call(
      {
        get: '/admin/sessions',
        summary: 'Where you are signed in, the latest first',
        for: 'writer',
        200: [z.object({ sessions: z.array(sessionSchema) }), 'Your sessions'],
      },
      async ({ token, by }) => ({ sessions: await sessionsOf(site, by, token) }),
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
          z.object({ events: z.array(eventSchema), nextCursor: z.string().nullable() }),
          'A page of the record',
        ],
      },
      async ({ query: { limit, cursor } }) => {
        const { events, next } = await readAuditTrail(site, { limit, after: cursor });
        return { events, nextCursor: encodeCursor(next) };
      },
    ),
  ]);
}

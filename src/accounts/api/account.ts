import { createRoute, z } from '@hono/zod-openapi';
import { clientOf } from '../../server/http/client-ip.ts';
import {
  errorSchema,
  instant,
  json,
  jsonBody,
  TOO_MANY,
} from '../../server/http/common-schemas.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Accounts } from '../accounts.ts';
import { newPasswordSchema } from '../administrators.ts';
import { AUDIT_ACTIONS } from '../audit-actions.ts';
import { type Authenticated, forAdministrators, forWriters } from './authorization.ts';

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
export function account(services: Accounts) {
  const password = createRoute({
    method: 'put',
    path: '/admin/password',
    summary: 'Change your password; your other sessions end',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(newPasswordSchema.meta({ id: 'NewPassword' })) },
    responses: {
      204: { description: 'The new password is in force' },
      429: TOO_MANY,
    },
  });

  const sessions = createRoute({
    method: 'get',
    path: '/admin/sessions',
    summary: 'Where you are signed in, the latest first',
    security: forWriters,
    responses: {
      200: json(z.object({ sessions: z.array(sessionSchema) }), 'Your sessions'),
    },
  });

  const endSession = createRoute({
    method: 'delete',
    path: '/admin/sessions/{id}',
    summary: 'Sign out elsewhere',
    security: forWriters,
    request: { params: z.object({ id: z.string().max(100) }) },
    responses: {
      204: { description: 'It has ended' },
      404: json(errorSchema, 'There is no such session'),
    },
  });

  const audit = createRoute({
    method: 'get',
    path: '/admin/audit',
    summary: 'Who did what, the latest first',
    security: forAdministrators,
    request: {
      query: pageQuery(100),
    },
    responses: {
      200: json(
        z.object({ events: z.array(eventSchema), nextCursor: z.string().nullable() }),
        'A page of the record',
      ),
    },
  });

  return createRouter<Authenticated>()
    .openapi(password, async (c) => {
      const { email } = c.get('session');
      const sent = c.req.valid('json');
      unwrap(await services.changeOwnPassword({ email, ...sent }, c.get('token'), clientOf(c)));
      return c.body(null, 204);
    })
    .openapi(sessions, async (c) => {
      const { email } = c.get('session');
      return c.json({ sessions: await services.sessionsOf(email, c.get('token')) }, 200);
    })
    .openapi(endSession, async (c) => {
      const { email } = c.get('session');
      unwrap(await services.endOwnSession(email, c.req.valid('param').id));
      return c.body(null, 204);
    })
    .openapi(audit, async (c) => {
      const { limit, cursor } = c.req.valid('query');
      const { events, next } = await services.auditTrail({ limit, after: cursor });
      return c.json({ events, nextCursor: encodeCursor(next) }, 200);
    });
}

import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forAdministrators } from '../../accounts/api/authorization.ts';
import { honeypot, sourceOf } from '../../inquiries/api/contact.ts';
import {
  errorSchema,
  idParam,
  instant,
  json,
  jsonBody,
  TOO_MANY,
} from '../../server/http/common-schemas.ts';
import { csvResponse } from '../../server/http/csv.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Newsletter } from '../newsletter.ts';
import { signUpSchema } from '../sign-up.ts';
import { SUBSCRIBER_STATES } from '../subscribers.ts';

const count = z.int().min(0);

const subscriberSchema = z
  .object({
    id: z.uuid(),
    email: z.string().nullable().meta({ description: 'Null once the person has left' }),
    state: z.enum(SUBSCRIBER_STATES),
    signedUpAt: instant,
    confirmedAt: instant.nullable(),
    endedAt: instant
      .nullable()
      .meta({ description: 'When the person left, or the address was refused' }),
    answer: z.string().meta({ description: 'What the mail server said when it refused' }),
  })
  .meta({ id: 'Subscriber' });

const countsSchema = z
  .object({ pending: count, confirmed: count, unsubscribed: count, bounced: count })
  .meta({ id: 'SubscriberCounts' });

const state = z.enum(SUBSCRIBER_STATES).optional();

/** Newsletter sign-ups, and the list of subscribers for administrators. */
export function subscribers(services: Newsletter) {
  const signUp = createRoute({
    method: 'post',
    path: '/newsletter',
    summary: 'Sign up for the newsletter; an email asks for confirmation',
    middleware: [utf8Body] as const,
    request: { body: jsonBody(signUpSchema.extend(honeypot).meta({ id: 'NewsletterSignUp' })) },
    responses: {
      202: json(
        z.object({ status: z.literal('accepted') }),
        'The same whether or not the address was known',
      ),
      404: json(errorSchema, 'Forms are not live (the setting LIVE_FORMS)'),
      429: TOO_MANY,
    },
  });

  const list = createRoute({
    method: 'get',
    path: '/admin/subscribers',
    summary: 'Subscribers, the latest first, and how many are in which state',
    security: forAdministrators,
    request: {
      query: pageQuery(100).extend({
        state,
        q: z.string().max(254).optional().meta({ description: 'A part of the address' }),
      }),
    },
    responses: {
      200: json(
        z.object({
          subscribers: z.array(subscriberSchema),
          counts: countsSchema,
          nextCursor: z.string().nullable(),
        }),
        'A page of subscribers',
      ),
    },
  });

  const table = createRoute({
    method: 'get',
    path: '/admin/subscribers/export',
    summary: 'Subscribers as a table for spreadsheets',
    security: forAdministrators,
    request: { query: z.object({ state }) },
    responses: {
      200: {
        description: 'UTF-8 with a byte order mark; nothing in it is a formula',
        content: { 'text/csv': { schema: z.string() } },
      },
    },
  });

  const remove = createRoute({
    method: 'delete',
    path: '/admin/subscribers/{id}',
    summary: 'Remove a subscriber for good',
    security: forAdministrators,
    request: { params: idParam },
    responses: {
      204: { description: 'Deleted without a trace' },
      404: json(errorSchema, 'There is no such subscriber'),
    },
  });

  return createRouter<Authenticated>()
    .openapi(signUp, async (c) => {
      const { subject, ...form } = c.req.valid('json');
      unwrap(await services.signUp(form, sourceOf(c, subject)));
      c.header('Cache-Control', 'no-store');
      return c.json({ status: 'accepted' as const }, 202);
    })
    .openapi(list, async (c) => {
      const { cursor, ...query } = c.req.valid('query');
      const page = await services.subscribers({ ...query, after: cursor });
      const counts = await services.subscriberCounts();
      const nextCursor = encodeCursor(page.next);
      return c.json({ subscribers: page.subscribers, counts, nextCursor }, 200);
    })
    .openapi(table, async (c) => {
      const by = c.get('session').email;
      const csv = await services.exportSubscribers(c.req.valid('query').state, { by });
      return csvResponse('subscribers.csv', csv);
    })
    .openapi(remove, async (c) => {
      const by = c.get('session').email;
      unwrap(await services.removeSubscriber(c.req.valid('param').id, { by }));
      return c.body(null, 204);
    });
}

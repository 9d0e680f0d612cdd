import { z } from '@hono/zod-openapi';
import { Hono } from 'hono';
import { call, calls } from '../../accounts/api/call.ts';
import { idParam, TOO_MANY } from '../../server/http/common-schemas.ts';
import { downloadResponse } from '../../server/http/csv.ts';
import { pageQuery, presentPage } from '../../server/http/cursor.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { clientIp } from '../../server/http/requests.ts';
import type { Site } from '../../site.ts';
import { signUp, signUpSchema } from '../sign-up.ts';
import {
  exportSubscribers,
  listSubscribers,
  removeSubscriber,
  SUBSCRIBER_STATES,
  subscriberCounts,
  subscriberSchema,
} from '../subscribers.ts';
import { UNSUBSCRIBE_PATH, unsubscribe } from '../subscription.ts';

const count = z.int().min(0);

const countsSchema = z
  .object({ pending: count, confirmed: count, unsubscribed: count, bounced: count })
  .meta({ id: 'SubscriberCounts' });

const state = z.enum(SUBSCRIBER_STATES).optional();

export function subscribers(site: Site) {
  return calls([
    call({
      post: '/newsletter',
      summary: 'Sign up for the newsletter; an email asks for confirmation',
      body: signUpSchema,
      202: [
        z.object({ status: z.literal('accepted') }),
        'The same whether or not the address was known',
      ],
      404: 'Forms are not live (the setting LIVE_FORMS)',
      429: TOO_MANY,
    }).to(async ({ c, body }) => {
      unwrap(await signUp(site, body, clientIp(c)));
      return { status: 'accepted' as const };
    }),
    call({
      get: '/admin/subscribers',
      summary: 'Subscribers, the latest first, and how many are in which state',
      for: 'administrator',
      query: pageQuery(100).extend({
        state,
        q: z.string().max(254).optional().meta({ description: 'A part of the address' }),
      }),
      200: [
        z.object({
          subscribers: z.array(subscriberSchema),
          counts: countsSchema,
          nextCursor: z.string().nullable(),
        }),
        'A page of subscribers',
      ],
    }).to(async ({ query }) => {
      const { page, next } = await listSubscribers(site, query);
      return presentPage({ subscribers: page, counts: await subscriberCounts(site), next });
    }),
    call({
      get: '/admin/subscribers/export',
      summary: 'Subscribers as a table for spreadsheets',
      for: 'administrator',
      query: z.object({ state }),
      200: {
        description: 'UTF-8 with a byte order mark; nothing in it is a formula',
        content: { 'text/csv': { schema: z.string() } },
      },
    }).to(async ({ query, by }) => {
      const csv = await exportSubscribers(site, query.state, { by });
      return downloadResponse('subscribers.csv', 'text/csv', csv);
    }),
    call({
      delete: '/admin/subscribers/:id',
      summary: 'Remove a subscriber for good',
      for: 'administrator',
      params: idParam,
      204: 'Deleted without a trace',
      404: 'There is no such subscriber',
    }).to(({ params, by }) => removeSubscriber(site, params.id, { by })),
  ]);
}

/**
 * One-click unsubscribe of mail programs (RFC 8058, section 3.2): a cross-origin POST, urlencoded or
 * multipart, to the URL of the mail's header, answered without a page or redirect. The form of the page
 * has other fields, and is passed on to it.
 */
export function oneClickUnsubscribe(site: Site) {
  return new Hono().post(UNSUBSCRIBE_PATH, async (c, next) => {
    if (!(await isOneClick(c.req.raw))) return next();
    const found = await unsubscribe(site, c.req.query('token') ?? '');
    c.header('Cache-Control', 'no-store');
    return found === 'unknown'
      ? c.text('This link is not valid.', 404)
      : c.text('Unsubscribed.', 200);
  });
}

async function isOneClick(request: Request): Promise<boolean> {
  // A clone: the page reads the form again, and rejects an invalid one.
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  return form?.has('List-Unsubscribe') ?? false;
}

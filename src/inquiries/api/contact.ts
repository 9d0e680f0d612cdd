import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { optional } from '../../server/fields.ts';
import { clientIp } from '../../server/http/client-ip.ts';
import { errorSchema, json, jsonBody, TOO_MANY } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import { contactSchema } from '../contact.ts';
import type { Inquiries } from '../inquiries.ts';
import { investorSchema, waitlistSchema } from '../live-forms.ts';

const receipt = z.object({ status: z.literal('received') }).meta({ id: 'Receipt' });
const RECEIVED = { status: 'received' } as const;

/** A honeypot: people do not see the field, so a bot has filled it in. */
export const honeypot = {
  subject: optional(1_000).meta({ description: 'To be left out: what fills it in is a program' }),
};

const answers = { 201: json(receipt, 'The inquiry is stored'), 429: TOO_MANY };

const send = createRoute({
  method: 'post',
  path: '/contact',
  summary: 'Send an inquiry',
  middleware: [utf8Body] as const,
  request: { body: jsonBody(contactSchema.extend(honeypot).meta({ id: 'ContactInquiry' })) },
  responses: answers,
});

const NOT_LIVE = json(errorSchema, 'Forms are not live (the setting LIVE_FORMS)');

const sendInvestor = createRoute({
  method: 'post',
  path: '/investor-inquiries',
  summary: 'Send an investor inquiry',
  middleware: [utf8Body] as const,
  request: { body: jsonBody(investorSchema.extend(honeypot).meta({ id: 'InvestorInquiry' })) },
  responses: { ...answers, 404: NOT_LIVE },
});

const sendWaitlist = createRoute({
  method: 'post',
  path: '/waitlist',
  summary: 'Join the waitlist',
  middleware: [utf8Body] as const,
  request: { body: jsonBody(waitlistSchema.extend(honeypot).meta({ id: 'WaitlistRegistration' })) },
  responses: { ...answers, 404: NOT_LIVE },
});

/** The origin of a form. Content in the honeypot field marks it as sent by a bot. */
export function sourceOf(c: Context, subject: string) {
  return { ip: clientIp(c), isSuspected: subject !== '' };
}

/** The public forms. */
export function contact(services: Inquiries) {
  return createRouter()
    .openapi(send, async (c) => {
      const { subject, ...inquiry } = c.req.valid('json');
      unwrap(await services.receiveContact(inquiry, sourceOf(c, subject)));
      c.header('Cache-Control', 'no-store');
      return c.json(RECEIVED, 201);
    })
    .openapi(sendInvestor, async (c) => {
      const { subject, ...inquiry } = c.req.valid('json');
      unwrap(await services.receiveInvestor(inquiry, sourceOf(c, subject)));
      c.header('Cache-Control', 'no-store');
      return c.json(RECEIVED, 201);
    })
    .openapi(sendWaitlist, async (c) => {
      const { subject, ...inquiry } = c.req.valid('json');
      unwrap(await services.receiveWaitlist(inquiry, sourceOf(c, subject)));
      c.header('Cache-Control', 'no-store');
      return c.json(RECEIVED, 201);
    });
}

import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { call, calls } from '../../accounts/api/call.ts';
import { optional } from '../../server/fields.ts';
import { clientIp } from '../../server/http/client-ip.ts';
import { TOO_MANY } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { contactSchema } from '../contact.ts';
import { investorSchema, waitlistSchema } from '../live-forms.ts';
import { receiveContact, receiveInvestor, receiveWaitlist } from '../receiving.ts';

const receipt = z.object({ status: z.literal('received') }).meta({ id: 'Receipt' });
const RECEIVED = { status: 'received' } as const;

/** A honeypot: people do not see the field, so a bot has filled it in. */
export const honeypot = {
  subject: optional(1_000).meta({ description: 'To be left out: what fills it in is a program' }),
};

const answers = { 201: [receipt, 'The inquiry is stored'], 429: TOO_MANY } as const;

const NOT_LIVE = 'Forms are not live (the setting LIVE_FORMS)';

/** The origin of a form. Content in the honeypot field marks it as sent by a bot. */
export function sourceOf(c: Context, subject: string) {
  return { ip: clientIp(c), isSuspected: subject !== '' };
}

/** The public forms. */
export function contact(site: Site) {
  return calls([
    call({
      post: '/contact',
      summary: 'Send an inquiry',
      body: contactSchema.extend(honeypot).meta({ id: 'ContactInquiry' }),
      ...answers,
    }).to(async ({ c, body: { subject, ...inquiry } }) => {
      unwrap(await receiveContact(site, inquiry, sourceOf(c, subject)));
      return RECEIVED;
    }),
    call({
      post: '/investor-inquiries',
      summary: 'Send an investor inquiry',
      body: investorSchema.extend(honeypot).meta({ id: 'InvestorInquiry' }),
      ...answers,
      404: NOT_LIVE,
    }).to(async ({ c, body: { subject, ...inquiry } }) => {
      unwrap(await receiveInvestor(site, inquiry, sourceOf(c, subject)));
      return RECEIVED;
    }),
    call({
      post: '/waitlist',
      summary: 'Join the waitlist',
      body: waitlistSchema.extend(honeypot).meta({ id: 'WaitlistRegistration' }),
      ...answers,
      404: NOT_LIVE,
    }).to(async ({ c, body: { subject, ...inquiry } }) => {
      unwrap(await receiveWaitlist(site, inquiry, sourceOf(c, subject)));
      return RECEIVED;
    }),
  ]);
}

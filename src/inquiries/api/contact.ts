import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { call, calls } from '../../accounts/api/call.ts';
import { TOO_MANY } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { clientIp } from '../../server/http/requests.ts';
import type { Site } from '../../site.ts';
import { contactSchema, investorSchema, type SentInquiry, waitlistSchema } from '../forms.ts';
import { receiveInquiry } from '../receiving.ts';

const receipt = z.object({ status: z.literal('received') }).meta({ id: 'Receipt' });
const answers = { 201: [receipt, 'The inquiry is stored'], 429: TOO_MANY } as const;
const whenLive = { ...answers, 404: 'Forms are not live (the setting LIVE_FORMS)' } as const;

export function contact(site: Site) {
  const receive = async ({ c, body }: { c: Context; body: SentInquiry }) => {
    unwrap(await receiveInquiry(site, body, clientIp(c)));
    return { status: 'received' as const };
  };
  return calls([
    call({ post: '/contact', summary: 'Send an inquiry', body: contactSchema, ...answers }).to(
      receive,
    ),
    call({
      post: '/investor-inquiries',
      summary: 'Send an investor inquiry',
      body: investorSchema,
      ...whenLive,
    }).to(receive),
    call({ post: '/waitlist', summary: 'Join the waitlist', body: waitlistSchema, ...whenLive }).to(
      receive,
    ),
  ]);
}

import { createRoute, z } from '@hono/zod-openapi';
import { contactSchema } from '../../domain/inquiries/contact.ts';
import type { Services } from '../../domain/services.ts';
import { createRouter, limitJson, SMALL_BODY } from './router.ts';
import { BODY_REFUSALS, INVALID, json, jsonBody } from './schemas.ts';

const receipt = z.object({ status: z.literal('received') }).meta({ id: 'Receipt' });

const send = createRoute({
  method: 'post',
  path: '/contact',
  summary: 'Send an inquiry',
  middleware: [limitJson(SMALL_BODY)] as const,
  request: { body: jsonBody(contactSchema.meta({ id: 'ContactInquiry' })) },
  responses: { 201: json(receipt, 'The inquiry is kept'), 422: INVALID, ...BODY_REFUSALS },
});

/** Inquiries from the contact form. */
export function contact(services: Services) {
  return createRouter().openapi(send, async (c) => {
    await services.receiveInquiry(c.req.valid('json'));
    c.header('Cache-Control', 'no-store');
    return c.json({ status: 'received' as const }, 201);
  });
}

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../db/connect.ts';
import { email, optional, required } from '../fields.ts';

export const REQUEST_TYPES = ['general', 'demo', 'support', 'partnership'] as const;

/**
 * A contact inquiry (specification sections 3 and 5). A request type beside the four known ones is
 * kept as it came from the address, in letters, digits and hyphens.
 */
export const contactSchema = z.object({
  name: required(200),
  email: email(),
  company: optional(200),
  jobTitle: optional(200),
  message: required(10_000),
  requestType: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,40}$/, 'Must be letters, digits and hyphens, 40 at the most')
    .default('general'),
});

export type ContactInquiry = z.output<typeof contactSchema>;

type Parts = { db: Database /** ISO 8601 in UTC. */; now: () => string };

export function createInquiries({ db: { query }, now }: Parts) {
  /** Keeps an inquiry; it is on the disk when this resolves. */
  async function receiveInquiry(inquiry: ContactInquiry): Promise<void> {
    await query
      .insertInto('inquiries')
      .values({
        id: randomUUID(),
        name: inquiry.name,
        email: inquiry.email,
        company: inquiry.company,
        job_title: inquiry.jobTitle,
        message: inquiry.message,
        request_type: inquiry.requestType,
        received_at: now(),
      })
      .execute();
  }

  return { receiveInquiry };
}

import { z } from 'zod';
import { email, optional, required } from '../server/fields.ts';

/**
 * A contact inquiry (specification sections 3 and 5). An unknown request type from the URL is stored
 * as it is.
 */
export const contactSchema = z.object({
  name: required(200),
  email: email(),
  company: optional(200),
  jobTitle: optional(200),
  message: required(10_000),
  requestType: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,40}$/, 'Must be letters, digits and hyphens, at most 40')
    .default('general'),
});

export type ContactInquiry = z.output<typeof contactSchema>;

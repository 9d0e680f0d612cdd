import { z } from 'zod';
import { email, optional, required } from '../server/fields.ts';

export const INQUIRY_KINDS = ['contact', 'investor', 'waitlist'] as const;

/** People do not see the field, so a bot has filled it in. */
export const honeypot = optional(1_000).meta({
  description: 'To be left out: what fills it in is a program',
});

const sender = { name: required(200), email: email(), subject: honeypot };

/** An unknown request type from the URL is stored as it is. */
export const contactSchema = z
  .object({
    ...sender,
    company: optional(200),
    jobTitle: optional(200),
    message: required(10_000),
    requestType: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,40}$/, 'Must be letters, digits and hyphens, at most 40')
      .default('general'),
  })
  .meta({ id: 'ContactInquiry' })
  .transform((form) => ({ ...form, kind: 'contact' as const }));

/** Reaches the server only with LIVE_FORMS=on, as the waitlist does. */
export const investorSchema = z
  .object({ ...sender, organization: optional(200), message: required(10_000) })
  .meta({ id: 'InvestorInquiry' })
  .transform(({ organization, ...form }) => ({
    ...form,
    kind: 'investor' as const,
    company: organization,
    jobTitle: '',
    requestType: 'general',
  }));

export const waitlistSchema = z
  .object({
    ...sender,
    company: optional(200),
    role: optional(200),
    message: optional(10_000),
  })
  .meta({ id: 'WaitlistRegistration' })
  .transform(({ role, ...form }) => ({
    ...form,
    kind: 'waitlist' as const,
    jobTitle: role,
    requestType: 'general',
  }));

/** What a visitor sends by one of the forms (specification, sections 3 and 5); fields that the form lacks are empty. */
export type SentInquiry = z.output<
  typeof contactSchema | typeof investorSchema | typeof waitlistSchema
>;

import { z } from 'zod';
import { instant } from '../server/http/common-schemas.ts';
import { INQUIRY_KINDS } from './inquiry-filter.ts';

const common = z.object({
  id: z.uuid(),
  kind: z.enum(INQUIRY_KINDS),
  name: z.string(),
  email: z.string(),
  company: z.string().meta({ description: 'Of an investor: the organization' }),
  jobTitle: z.string().meta({ description: 'On the waitlist: the role' }),
  requestType: z.string(),
  receivedAt: instant,
  readAt: instant.nullable(),
  handledAt: instant.nullable(),
  isSuspected: z.boolean().meta({ description: 'Whether no person seems to have sent it' }),
});

export const summarySchema = common
  .extend({
    excerpt: z.string().meta({ description: 'The beginning of the message' }),
    hasNote: z.boolean(),
  })
  .meta({ id: 'InquirySummary' });

export const inquirySchema = common
  .extend({
    message: z.string(),
    note: z.string().meta({ description: 'What administrators wrote about it' }),
    noteVersion: z.int().meta({ description: 'Grows by one with every change of the note' }),
  })
  .meta({ id: 'Inquiry' });

export type InquirySummary = z.output<typeof summarySchema>;
export type InquiryDetails = z.output<typeof inquirySchema>;

export const markSchema = z
  .object({
    isRead: z.boolean().optional(),
    isHandled: z.boolean().optional(),
    isSuspected: z.boolean().optional(),
  })
  .meta({ id: 'InquiryMarks' });

export type InquiryChange = z.output<typeof markSchema>;

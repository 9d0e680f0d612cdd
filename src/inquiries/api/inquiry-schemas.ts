import { z } from '@hono/zod-openapi';
import { text } from '../../server/fields.ts';
import { instant, MAX_INTEGER } from '../../server/http/common-schemas.ts';
import { INQUIRY_KINDS, INQUIRY_STATES } from '../inquiry-filter.ts';

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

export const noteConflictSchema = z
  .object({
    detail: z.string(),
    current: inquirySchema.meta({ description: 'The current inquiry' }),
  })
  .meta({ id: 'NoteConflict' });

export const markSchema = z
  .object({
    isRead: z.boolean().optional(),
    isHandled: z.boolean().optional(),
    isSuspected: z.boolean().optional(),
  })
  .meta({ id: 'InquiryMarks' });

export const noteSchema = z
  .object({
    note: text(10_000),
    version: z
      .int()
      .min(0)
      .max(MAX_INTEGER)
      .meta({ description: 'The noteVersion that was edited' }),
  })
  .meta({ id: 'InquiryNote' });

export const filterSchema = z.object({
  kind: z.enum(INQUIRY_KINDS).optional(),
  state: z
    .enum(INQUIRY_STATES)
    .optional()
    .meta({ description: 'Without it, all but the suspected ones' }),
  q: text(200).optional().meta({ description: 'Words in name, address, company or message' }),
});

export const unreadSchema = z
  .object({
    unread: z.int(),
    liveForms: z.boolean().meta({
      description: 'Whether the newsletter, investor and waitlist forms reach the server',
    }),
    mailFolder: z.string().nullable().meta({
      description: 'Where emails are written to files; null if a mail server sends them',
    }),
    mailFailure: z.string().nullable().meta({
      description: 'Why the last email did not leave; null when one has left since',
    }),
    backupFailure: z.string().nullable().meta({ description: 'Why the daily backup failed' }),
  })
  .meta({ id: 'UnreadInquiries' });

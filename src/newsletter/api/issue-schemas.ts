import { z } from '@hono/zod-openapi';
import { etagSchema, slugParam } from '../../posts/api/schemas.ts';
import { instant } from '../../server/http/common-schemas.ts';
import { issueInputSchema } from '../issue-input.ts';
import { RECIPIENT_STATES } from '../issues.ts';

const count = z.int().min(0);

export const issueSchema = z
  .object({
    id: z.uuid(),
    slug: z.string().meta({ description: 'Of the post, as it was then' }),
    title: z.string(),
    subject: z.string(),
    introduction: z.string().meta({ description: 'Markdown, above the post' }),
    sentBy: z.string().meta({ description: 'An email address' }),
    sentAt: instant,
    stoppedAt: instant
      .nullable()
      .meta({ description: 'When what still waited was withdrawn; null if it was not' }),
    recipients: count,
    progress: z.object({
      waiting: count,
      sent: count,
      refused: count.meta({ description: 'Permanently, by a mail server' }),
      expired: count.meta({ description: 'Not delivered in three days' }),
      withdrawn: count.meta({ description: 'Stopped, or the reader has left since' }),
    }),
  })
  .meta({ id: 'NewsletterIssue' });

export const recipientSchema = z
  .object({
    id: z.uuid(),
    email: z.string().meta({ description: 'Empty once the person has left' }),
    state: z.enum(RECIPIENT_STATES),
    attempts: count,
    settledAt: instant.nullable(),
    answer: z.string().meta({ description: 'What the mail server said last' }),
  })
  .meta({ id: 'NewsletterRecipient' });

/** Which post an issue is of. */
export const issuePost = slugParam.extend({
  etag: etagSchema.optional().meta({ description: 'Of the post that was read: another is a 409' }),
});

/** What is written of an issue, and when it is sent. */
export const issueFields = {
  subject: issueInputSchema.shape.subject.meta({
    description: 'Of the email; null for the title of the post when it goes out',
  }),
  introduction: issueInputSchema.shape.introduction.meta({
    description: 'Markdown, shown above the post',
  }),
};

export const sendAt = instant
  .nullable()
  .default(null)
  .meta({ description: 'When it is sent; null for now' });

export const scheduledIssueSchema = z
  .object({
    id: z.uuid().meta({ description: 'The issue that it becomes has the same' }),
    slug: z.string(),
    title: z.string().meta({ description: 'Of the post, as it is now' }),
    subject: z.string().nullable(),
    introduction: z.string(),
    sendAt: instant,
    etag: z.uuid().meta({ description: 'Another one after every change' }),
    scheduledBy: z.string().meta({ description: 'An email address' }),
    scheduledAt: instant,
    problem: z.string().nullable().meta({ description: 'Why it was not sent at its time' }),
  })
  .meta({ id: 'ScheduledNewsletterIssue' });

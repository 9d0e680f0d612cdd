import { z } from 'zod';
import { referenceSchema } from '../science/references/api/references.ts';
import { CITATION_STYLES } from '../science/references/reference.ts';
import { findingSchema, instant } from '../server/http/common-schemas.ts';
import { namedAuthorSchema } from './authors/author-input.ts';
import { AI_USES, byName, POST_STATUSES, STATEMENT_NAMES, TEXT_NAMES } from './fields.ts';
import { postInputSchema } from './post-input.ts';
import { NOTICE_KINDS } from './record/notice.ts';
import { LICENSES } from './statements.ts';

/** Opaque to clients. */
export const etagSchema = z.string().max(100);

const fields = {
  ...byName([...TEXT_NAMES, 'title', 'slug'], () => z.string()),
  coverImage: z.string().describe('An address, a path on this site, or empty'),
  tags: z.array(z.string()),
  references: z.array(referenceSchema),
  citationStyle: z.enum(CITATION_STYLES).describe('Citations as `[1]`, or as `(Smith 2020)`'),
  status: z.enum(POST_STATUSES),
  publishDate: instant.nullable(),
  isResearch: z.boolean().describe('Marked as a scholarly article'),
  content: z.string().describe('What the author wrote, HTML or Markdown'),
  license: z.enum(LICENSES).describe('An SPDX identifier; empty: not stated'),
  contributions: z.string().describe('Who did what: `Ada Berg: Software`, a line for each'),
  aiUse: z.enum(AI_USES).describe('How AI was used; empty: not stated'),
  reviewedBy: z.string().describe('Who has reviewed what AI wrote'),
  reviewedOn: z.string().describe('A day, or empty'),
};

export const authoredSchema = z.object(fields);

export const postSchema = authoredSchema
  .extend({
    id: z.uuid(),
    date: instant.describe(
      'The publish date when there is one, else the first publication; of a draft that was never public, its creation',
    ),
    updated_at: instant,
    readingTime: z.int().min(1).describe('Minutes at 200 words a minute'),
    version: z.int().min(1).describe('Grows with every edit'),
    etag: etagSchema.describe('For writes that are based on what was read; opaque'),
    contentHtml: z.string().describe('The content rendered and sanitized'),
  })
  .meta({ id: 'Post' });

export const postSummarySchema = postSchema
  .omit({ content: true, contentHtml: true, ...byName(STATEMENT_NAMES, () => true as const) })
  .meta({ id: 'PostSummary' });

export const noticeSchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(NOTICE_KINDS),
    date: z.iso.date(),
    issuedBy: z.string().describe('The person or body who says so'),
    reason: z.string().describe('Plain text'),
  })
  .meta({ id: 'Notice' });

export const recordSchema = z
  .object({
    number: z.int().min(1).describe('v1, v2, …'),
    version: z.int().min(1).describe('The save that was frozen'),
    date: instant.describe('When it was frozen'),
    note: z.string().describe('What has changed since the one before'),
    sha256: z.string().describe('Of its file, in hexadecimal'),
    title: z.string(),
    author: z.string(),
  })
  .meta({ id: 'Record' });

const neighbourSchema = z.object({ id: z.uuid(), slug: z.string(), title: z.string() });

export const readPostSchema = postSchema
  .extend({
    terms: z
      .array(
        z.object({
          term: z.string(),
          definition: z.string().describe('Plain text'),
          start: z.int().min(0),
          end: z.int().min(1),
        }),
      )
      .optional()
      .describe('First mentions of terms of the glossary in contentHtml, in UTF-16 code units'),
    authors: z.array(namedAuthorSchema).optional().describe('Records of those in `author`'),
    notices: z.array(noticeSchema).optional().describe('Of a public post, by date'),
    records: z.array(recordSchema).optional().describe('Frozen versions, the oldest first'),
    neighbours: z
      .object({ newer: neighbourSchema.nullable(), older: neighbourSchema.nullable() })
      .optional()
      .describe('The public posts before and after a public one, newest first'),
  })
  .meta({ id: 'ReadPost' });

const findings = z.array(findingSchema).describe('What readers would miss, by line');

export const savedPostSchema = postSchema.extend({ findings }).meta({ id: 'SavedPost' });

export const postPageSchema = z
  .object({
    posts: z.array(postSummarySchema),
    total: z.int().describe('All posts that match, on every page'),
    nextCursor: z.string().nullable().describe('Where to go on; null at the end'),
  })
  .meta({ id: 'PostPage' });

export const changesSummarySchema = z
  .object({
    savedAt: instant,
    savedBy: z.string().nullable().describe('An email address; null: the program'),
    publishAt: instant.nullable().describe('When they are published by themselves'),
    problem: z.string().nullable().describe('Why they were not published at that time'),
  })
  .meta({ id: 'ChangesSummary' });

export const changesSchema = changesSummarySchema
  .extend({
    etag: etagSchema.describe('That of `post`: another one after every save'),
    post: readPostSchema.describe('The post as the changes make it'),
  })
  .meta({ id: 'UnpublishedChanges' });

export const adminPostSummarySchema = postSummarySchema
  .extend({ changes: changesSummarySchema.nullable().describe('Or why it is no longer scheduled') })
  .meta({ id: 'AdminPostSummary' });

export const adminPostPageSchema = postPageSchema
  .extend({ posts: z.array(adminPostSummarySchema) })
  .meta({ id: 'AdminPostPage' });

const acknowledged = z.array(z.string().max(100)).max(100).optional().describe('Warnings seen');

export const newPostSchema = postInputSchema
  .extend({
    id: z
      .unknown()
      .optional()
      .transform((id) => z.uuid().safeParse(id).data?.toLowerCase())
      .meta({
        type: 'string',
        format: 'uuid',
        description: 'Made by the client; any other text is ignored',
      }),
    acknowledged,
  })
  .meta({ id: 'NewPost' });

export const editedPostSchema = postInputSchema
  .extend({
    etag: etagSchema.nullish().describe('Of the latest version: with a stale one, 409'),
    acknowledged,
  })
  .meta({ id: 'EditedPost' });

export const conflictSchema = z
  .object({
    detail: z.string(),
    current: postSchema
      .extend({
        savedBy: z.string().nullish().describe('With a stale version alone; null: the program'),
        savedAt: instant.optional().describe('With a stale version alone'),
      })
      .optional()
      .describe('The current post'),
  })
  .meta({ id: 'Conflict' });

import { z } from 'zod';
import { referenceSchema } from '../science/references/api/references.ts';
import { CITATION_STYLES } from '../science/references/reference.ts';
import { instant } from '../server/http/common-schemas.ts';
import { findingSchema } from '../text/finding-schema.ts';
import { namedAuthorSchema } from './authors/author-input.ts';
import { AI_USES, byName, POST_STATUSES, STATEMENT_NAMES, TEXT_NAMES } from './fields.ts';
import { postInputSchema } from './post-input.ts';
import { NOTICE_KINDS } from './record/notice.ts';
import { LICENSES } from './statements.ts';

/** Names a post in one of its versions. Opaque to clients. */
export const etagSchema = z.string().max(100);

/** The fields of a post as clients get them. */
const fields = {
  ...byName([...TEXT_NAMES, 'title', 'slug'], () => z.string()),
  coverImage: z.string().meta({ description: 'An address, a path on this site, or empty' }),
  tags: z.array(z.string()),
  references: z.array(referenceSchema),
  citationStyle: z
    .enum(CITATION_STYLES)
    .meta({ description: 'How the text cites its references: `[1]`, or `(Smith 2020)`' }),
  status: z.enum(POST_STATUSES),
  publishDate: instant.nullable(),
  isResearch: z.boolean().meta({ description: 'Marked as a scholarly article' }),
  content: z.string().meta({ description: 'What the author wrote, HTML or Markdown' }),
  license: z.enum(LICENSES).meta({ description: 'An SPDX identifier; empty: not stated' }),
  contributions: z.string().meta({
    description: 'Who did what: a line such as `Ada Berg: Software, Validation` for each author',
  }),
  aiUse: z.enum(AI_USES).meta({ description: 'How AI was used; empty: not stated' }),
  reviewedBy: z.string().meta({ description: 'Who has reviewed what AI wrote' }),
  reviewedOn: z.string().meta({ description: 'A day, or empty' }),
};

export const authoredSchema = z.object(fields);

export const postSchema = authoredSchema
  .extend({
    id: z.uuid(),
    date: instant.meta({
      description:
        'The publish date when there is one, else the first publication; of a draft that was never public, its creation',
    }),
    updated_at: instant,
    readingTime: z.int().min(1).meta({ description: 'Minutes at 200 words a minute' }),
    version: z.int().min(1).meta({ description: 'Grows with every edit' }),
    etag: etagSchema.meta({ description: 'For writes that are based on what was read; opaque' }),
    contentHtml: z.string().meta({ description: 'The content rendered and sanitized' }),
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
    issuedBy: z.string().meta({ description: 'The person or body who says so' }),
    reason: z.string().meta({ description: 'Plain text' }),
  })
  .meta({ id: 'Notice' });

export const recordSchema = z
  .object({
    number: z.int().min(1).meta({ description: 'v1, v2, …' }),
    version: z.int().min(1).meta({ description: 'The save that was frozen' }),
    date: instant.meta({ description: 'When it was frozen' }),
    note: z.string().meta({ description: 'What has changed since the one before' }),
    sha256: z.string().meta({ description: 'Of its file, in hexadecimal' }),
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
          definition: z.string().meta({ description: 'Plain text' }),
          start: z.int().min(0),
          end: z.int().min(1),
        }),
      )
      .optional()
      .meta({
        description:
          'The first mention of each term of the glossary in contentHtml, from start to end in UTF-16 code units; missing for none',
      }),
    authors: z
      .array(namedAuthorSchema)
      .optional()
      .meta({ description: 'Those whom `author` names and who have a record, of a public post' }),
    notices: z
      .array(noticeSchema)
      .optional()
      .meta({ description: 'What is said of a public post since it was published, by date' }),
    records: z
      .array(recordSchema)
      .optional()
      .meta({ description: 'The frozen versions of a public post, the oldest first' }),
    neighbours: z
      .object({ newer: neighbourSchema.nullable(), older: neighbourSchema.nullable() })
      .optional()
      .meta({ description: 'The public posts before and after a public one, newest first' }),
  })
  .meta({ id: 'ReadPost' });

const findings = z
  .array(findingSchema)
  .meta({ description: 'What readers would miss in the content that was saved, by line' });

export const savedPostSchema = postSchema.extend({ findings }).meta({ id: 'SavedPost' });

export const postPageSchema = z
  .object({
    posts: z.array(postSummarySchema),
    total: z.int().meta({ description: 'All posts that match, on every page' }),
    nextCursor: z.string().nullable().meta({ description: 'Where to go on; null at the end' }),
  })
  .meta({ id: 'PostPage' });

export const changesSummarySchema = z
  .object({
    savedAt: instant,
    savedBy: z.string().nullable().meta({ description: 'An email address; null: the program' }),
    publishAt: instant.nullable().meta({ description: 'When they are published by themselves' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why they were not published at that time' }),
  })
  .meta({ id: 'ChangesSummary' });

export const changesSchema = changesSummarySchema
  .extend({
    etag: etagSchema.meta({ description: 'That of `post`: another one after every save' }),
    post: readPostSchema.meta({ description: 'The post as the changes make it' }),
  })
  .meta({ id: 'UnpublishedChanges' });

export const adminPostSummarySchema = postSummarySchema
  .extend({
    changes: changesSummarySchema.nullable().meta({
      description: 'Unpublished changes, or why a scheduled post became a draft; null for none',
    }),
  })
  .meta({ id: 'AdminPostSummary' });

export const adminPostPageSchema = postPageSchema
  .extend({ posts: z.array(adminPostSummarySchema) })
  .meta({ id: 'AdminPostPage' });

/** Codes of findings. */
const acknowledged = z.array(z.string().max(100)).max(100).optional().meta({
  description: 'Codes of the warnings that the writer saw before publishing, for the audit log',
});

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
    etag: etagSchema.nullish().meta({
      description:
        'Of the latest version, which was edited: a stale one or another post is answered with 409',
    }),
    acknowledged,
  })
  .meta({ id: 'EditedPost' });

/** A post that was saved meanwhile. */
export const replacingPostSchema = postSchema.extend({
  savedBy: z
    .string()
    .nullish()
    .meta({ description: 'An email address; null: the program. With a stale version alone' }),
  savedAt: instant.optional().meta({ description: 'With a stale version alone' }),
});

export const conflictSchema = z
  .object({
    detail: z.string(),
    current: replacingPostSchema.optional().meta({ description: 'The current post' }),
  })
  .meta({ id: 'Conflict' });

import { z } from 'zod';
import { LIMITS, POST_STATUSES, SLUG } from '../../posts/post.ts';
import { postInputSchema } from '../../posts/post-input.ts';
import { NOTICE_KINDS, NOTICE_LIMITS } from '../../posts/record/notice.ts';
import { MAX_RECORD_NOTE } from '../../posts/record/record-mark.ts';
import { REFERENCE_TYPES, type Reference } from '../../science/references/reference.ts';
import { findUnstorable, isShallow, text, UNSTORABLE } from '../../server/fields.ts';
import { isPathOf, versionsPath } from './layout.ts';

export const instant = z.iso.datetime({ precision: 3 });

/** Both databases hold it, and what is added to it: PostgreSQL's integers have 32 bits. */
export const count = z.int().min(1).max(1_000_000_000);

/** What is wrong with a record, in one line. */
export function detailOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.map(String).join('.') || 'it'}: ${issue?.message}`;
}

/** What is known of a post before its text is read. */
export const postLineSchema = z
  .object({
    path: z.string(),
    id: z.uuid(),
    slug: z.string().max(LIMITS.slug).regex(SLUG),
    title: text(LIMITS.title),
    status: z.enum(POST_STATUSES),
    date: instant,
    version: count,
    updated: instant,
    /** Paths of its unpublished changes and its other versions, or null. */
    changes: z.string().nullable(),
    versions: z.string().nullable(),
  })
  // Texts that several lines share would multiply the export.
  .refine(({ slug, path }) => isPathOf(slug, 'posts', path), 'names the file of another post')
  .refine(
    ({ slug, changes }) => changes === null || isPathOf(slug, 'changes', changes),
    'names the changes to another post',
  )
  .refine(
    ({ slug, versions }) => versions === null || versions === versionsPath(slug),
    'names the versions of another post',
  );

export type PostLine = z.infer<typeof postLineSchema>;

const noticeSchema = z.object({
  id: z.uuid(),
  kind: z.enum(NOTICE_KINDS),
  date: z.iso.date(),
  issuedBy: text(NOTICE_LIMITS.issuedBy),
  reason: text(NOTICE_LIMITS.reason),
});

const recordSchema = z.object({
  number: count,
  version: count,
  date: instant,
  note: text(MAX_RECORD_NOTE),
  format: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

function isUnique<Item>(items: readonly Item[], name: keyof Item): boolean {
  return new Set(items.map((item) => item[name])).size === items.length;
}

/** The fields beside those that the author writes; these are checked as from any client. */
export const identitySchema = z.object({
  id: z.uuid(),
  version: count,
  date: instant,
  created: instant,
  updated: instant,
  firstPublished: instant.nullable(),
  // Exports from before they existed have none.
  notices: z.array(noticeSchema).max(NOTICE_LIMITS.notices).default([]),
  noticedAt: instant.nullable().default(null),
  records: z
    .array(recordSchema)
    .max(1_000)
    .refine((all) => isUnique(all, 'number') && isUnique(all, 'version'), 'has one of them twice')
    .default([]),
});

export const changesSchema = z.object({
  baseVersion: count,
  saved: instant,
  publishAt: instant.nullable(),
  problem: text(LIMITS.description).nullable(),
});

/** Far above every limit that was valid when an old version was saved. */
const short = z.string().max(10_000);

const oldReference = z.object({
  title: short,
  url: short,
  description: short,
  type: z.enum(REFERENCE_TYPES),
  key: short.optional(),
  csl: z.looseObject({}).refine(isShallow, 'is nested too deeply').optional(),
});

/**
 * Rules may have been others when an old version was saved: only its form is checked. Fields that it lacks have their
 * default.
 */
export const versionSchema = postInputSchema
  .extend({
    version: count,
    savedAt: instant,
    slug: z.string().max(LIMITS.slug).regex(SLUG),
    title: short,
    description: short,
    author: short,
    coverImage: short,
    coverImageCaption: short,
    publishDate: instant.nullable(),
    tags: z.array(short).max(1_000),
    references: z
      .array(oldReference)
      .max(1_000)
      .transform((all) => all as Reference[]),
    content: z.string().max(LIMITS.content),
  })
  .refine((version) => findUnstorable(version) === null, UNSTORABLE);

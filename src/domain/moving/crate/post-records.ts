import { z } from 'zod';
import { findUnstorable, text, UNSTORABLE } from '../../fields.ts';
import {
  type AuthoredFields,
  CITATION_STYLES,
  LIMITS,
  POST_STATUSES,
  type Reference,
  SLUG,
} from '../../posts/post.ts';

export const instant = z.iso.datetime({ precision: 3 });

/** What is known of a post before its text is read. */
export const postLineSchema = z.object({
  path: z.string(),
  id: z.uuid(),
  slug: z.string().max(LIMITS.slug).regex(SLUG),
  title: text(LIMITS.title),
  status: z.enum(POST_STATUSES),
  date: instant,
  version: z.int().min(1),
  updated: instant,
  /** Paths of what belongs to it; null for none. */
  changes: z.string().nullable(),
  versions: z.string().nullable(),
});

export type PostLine = z.infer<typeof postLineSchema>;

/** Beside the fields that the author writes, which are checked as from any client. */
export const identitySchema = z.object({
  id: z.uuid(),
  version: z.int().min(1),
  date: instant,
  created: instant,
  updated: instant,
  firstPublished: instant.nullable(),
});

export const changesSchema = z.object({
  baseVersion: z.int().min(1),
  saved: instant,
  publishAt: instant.nullable(),
  problem: text(LIMITS.description).nullable(),
});

/** Limits and rules may have been others when an old version was saved: only its form is checked. */
export const versionSchema = z
  .object({
    version: z.int().min(1),
    savedAt: instant,
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    author: z.string(),
    coverImage: z.string(),
    coverImageCaption: z.string(),
    status: z.enum(POST_STATUSES),
    publishDate: instant.nullable(),
    tags: z.array(z.string()),
    references: z.array(z.custom<Reference>((value) => typeof value === 'object')),
    citationStyle: z.enum(CITATION_STYLES),
    isResearch: z.boolean(),
    content: z.string().max(LIMITS.content),
  } satisfies Record<keyof AuthoredFields | 'version' | 'savedAt', z.ZodType>)
  .refine((version) => findUnstorable(version) === null, UNSTORABLE);

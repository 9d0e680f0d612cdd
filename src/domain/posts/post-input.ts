import { z } from 'zod';
import { optional, required, text } from '../fields.ts';
import {
  addTag,
  isHttpUrl,
  LIMITS,
  POST_STATUSES,
  REFERENCE_TYPES,
  referenceUrl,
  SLUG,
} from './post.ts';

/** A path on this site; `//host` leads to another site. */
function isSitePath(value: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(value);
}

const referenceSchema = z.object({
  title: optional(LIMITS.referenceTitle),
  url: text(LIMITS.url)
    .transform(referenceUrl)
    .refine(isHttpUrl, 'Must be an http or https address')
    .refine((url) => url.length <= LIMITS.url, `Must have at most ${LIMITS.url} characters`),
  description: optional(LIMITS.referenceDescription),
  type: z.enum(REFERENCE_TYPES).default('article'),
});

/** Input for creating or editing a post (specification section 3). Unknown fields are ignored. */
export const postInputSchema = z.object({
  title: required(LIMITS.title),
  slug: z
    .string()
    .max(LIMITS.slug)
    .regex(SLUG, 'Must be lower-case letters a–z and digits, joined by single hyphens'),
  content: required(LIMITS.content),
  description: optional(LIMITS.description),
  author: optional(LIMITS.author),
  tags: z
    .array(text(LIMITS.tag))
    .max(LIMITS.tags)
    .nullish()
    .transform((tags) => (tags ?? []).reduce(addTag, [])),
  coverImage: text(LIMITS.url)
    .nullish()
    .transform((value) => value?.trim() ?? '')
    .refine(
      (value) => value === '' || isSitePath(value) || isHttpUrl(value),
      'Must be an http or https address',
    ),
  coverImageCaption: optional(LIMITS.caption),
  status: z.enum(POST_STATUSES).default('published'),
  publishDate: z
    .union([z.iso.datetime({ offset: true }), z.iso.date(), z.literal('')], {
      error: 'Must be an ISO 8601 date and time with a zone, or null',
    })
    .nullish()
    .transform((value) => (value ? new Date(value).toISOString() : null))
    // Near either end, an offset may give a year without four digits, which would not sort as text.
    .refine((value) => value === null || /^\d{4}-/.test(value), 'Must lie in the years 0 to 9999'),
  references: z
    .array(referenceSchema)
    .max(LIMITS.references)
    .nullish()
    .transform((references) => references ?? []),
});

export type PostInput = z.output<typeof postInputSchema>;

/** Input before validation, as forms and clients send it. */
export type PostDraft = z.input<typeof postInputSchema>;

import { z } from 'zod';
import { CITATION_STYLES } from '../science/references/reference.ts';
import { referenceList } from '../science/references/reference-input.ts';
import { optional, required, text } from '../server/fields.ts';
import { isHttpUrl } from '../server/html/urls.ts';
import {
  AI_USES,
  type AuthoredFields,
  byName,
  LIMITS,
  POST_FIELDS,
  POST_STATUSES,
  TEXT_NAMES,
  type TextName,
} from './fields.ts';
import { addTag, SLUG } from './post.ts';
import { LICENSES } from './statements.ts';

/** A path on this site; `//host` leads to another site. */
function isSitePath(value: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(value);
}

/** An http(s) URL, a path on this site, or empty. */
export const pictureUrl = text(LIMITS.url)
  .nullish()
  .transform((value) => value?.trim() ?? '')
  .refine(
    (value) => value === '' || isSitePath(value) || isHttpUrl(value),
    'Must be an http or https address',
  );

/** Input for creating or editing a post (specification section 3). Unknown fields are ignored. */
export const postInputSchema = z.object({
  title: required(LIMITS.title),
  slug: z
    .string()
    .max(LIMITS.slug)
    .regex(SLUG, 'Must be lower-case letters a–z and digits, joined by single hyphens'),
  content: required(LIMITS.content),
  ...(byName(TEXT_NAMES, (name) => optional(POST_FIELDS[name].limit)) as Texts),
  tags: z
    .array(text(LIMITS.tag))
    .max(LIMITS.tags)
    .nullish()
    .transform((tags) => (tags ?? []).reduce(addTag, [])),
  coverImage: pictureUrl,
  status: z.enum(POST_STATUSES).default('published'),
  publishDate: z
    .union([z.iso.datetime({ offset: true }), z.iso.date(), z.literal('')], {
      error: 'Must be an ISO 8601 date and time with a zone, or null',
    })
    .nullish()
    .transform((value) => (value ? new Date(value).toISOString() : null))
    // Near either end, an offset may give a year without four digits, which would not sort as text.
    .refine((value) => value === null || /^\d{4}-/.test(value), 'Must be in the years 0 to 9999'),
  references: referenceList(),
  citationStyle: z.enum(CITATION_STYLES).default('numbered'),
  isResearch: z.boolean().default(false),
  license: z.enum(LICENSES).default(''),
  aiUse: z.enum(AI_USES).default(''),
  reviewedOn: z
    .union([z.iso.date(), z.literal('')], { error: 'Must be a day as YYYY-MM-DD' })
    .default(''),
}) satisfies z.ZodType<AuthoredFields>;

type Texts = Record<TextName, ReturnType<typeof optional>>;

export type PostInput = z.output<typeof postInputSchema>;

export type PostDraft = z.input<typeof postInputSchema>;

/** Input that names every field, so that none of an existing post is reset to its default. */
export type FullPostDraft = { [Field in keyof Required<PostDraft>]: PostDraft[Field] };

import { z } from 'zod';
import { isKey, MAX_KEY } from '../science/references/keys.ts';
import { normalizeCsl } from '../science/references/normalize-csl.ts';
import {
  CITATION_STYLES,
  isHttpUrl,
  MAX_REFERENCES,
  REFERENCE_LIMITS,
  REFERENCE_TYPES,
  referenceUrl,
} from '../science/references/reference.ts';
import { isShallow, optional, required, text } from '../server/fields.ts';
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

const cslSchema = z
  .looseObject({})
  .refine(isShallow, { message: 'Is nested too deeply', abort: true })
  .refine(
    (csl) => JSON.stringify(csl).length <= REFERENCE_LIMITS.csl,
    `Must be at most ${REFERENCE_LIMITS.csl} characters as JSON`,
  )
  .transform(normalizeCsl)
  .describe('The work in CSL-JSON; anything that is not a CSL variable is left out');

const NO_URL = 'Must be an http or https address';

const referenceSchema = z
  .object({
    title: optional(REFERENCE_LIMITS.title),
    url: text(REFERENCE_LIMITS.url)
      .transform(referenceUrl)
      .refine((url) => url === '' || isHttpUrl(url), NO_URL)
      .refine(
        (url) => url.length <= REFERENCE_LIMITS.url,
        `Must be at most ${REFERENCE_LIMITS.url} characters`,
      ),
    description: optional(REFERENCE_LIMITS.description),
    type: z.enum(REFERENCE_TYPES).default('article'),
    key: text(MAX_KEY)
      .nullish()
      .transform((key) => key?.trim().normalize('NFC') ?? '')
      .refine(
        (key) => key === '' || isKey(key),
        'Must be letters, digits and _, with single characters such as : . / - between them, and must not begin with fig-, eq- or tbl-',
      ),
    csl: cslSchema.nullish(),
  })
  // A work that is known by its record needs no address: an old book has none.
  .refine(({ url, csl }) => url !== '' || (csl?.title ?? '') !== '', {
    message: NO_URL,
    path: ['url'],
  })
  // Both stay away from references without them.
  .transform(({ key, csl, ...reference }) => ({
    ...reference,
    ...(key === '' ? {} : { key }),
    ...(csl == null ? {} : { csl }),
  }));

/**
 * What a preview needs to know of references. It takes those that are still being typed: what is no key cannot be cited,
 * and no link leads to their URLs.
 */
export const citedReferencesSchema = z
  .array(
    z
      .object({
        key: text(REFERENCE_LIMITS.title).nullish(),
        title: optional(REFERENCE_LIMITS.title),
        url: optional(REFERENCE_LIMITS.url),
        csl: cslSchema.nullish(),
      })
      .transform(({ key, csl, ...reference }) => ({
        ...reference,
        description: '',
        type: 'article' as const,
        ...(key == null ? {} : { key: key.trim().normalize('NFC') }),
        ...(csl == null ? {} : { csl }),
      })),
  )
  .max(MAX_REFERENCES)
  .nullish()
  .transform((references) => references ?? []);

/** The references of a post as clients send them. */
export const referencesSchema = z
  .array(referenceSchema)
  .max(MAX_REFERENCES)
  .nullish()
  .transform((references) => references ?? []);

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
  references: referencesSchema,
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

/** Input before validation, as clients send it. */
export type PostDraft = z.input<typeof postInputSchema>;

/** Input that names every field, so that none of an existing post is reset to its default. */
export type FullPostDraft = { [Field in keyof Required<PostDraft>]: PostDraft[Field] };

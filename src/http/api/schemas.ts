import { z } from '@hono/zod-openapi';
import { LIMITS, POST_STATUSES, REFERENCE_TYPES } from '../../domain/posts/post.ts';
import { postInputSchema } from '../../domain/posts/post-input.ts';

export const instant = z.iso.datetime();

const referenceSchema = z
  .object({
    title: z.string(),
    url: z.string(),
    description: z.string(),
    type: z.enum(REFERENCE_TYPES),
  })
  .meta({ id: 'Reference' });

export const postSummarySchema = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    date: instant.meta({
      description:
        'The publish date when there is one, else the first publication; of a draft that was never public, its creation',
    }),
    updated_at: instant,
    readingTime: z.int().min(1).meta({ description: 'Minutes at 200 words a minute' }),
    tags: z.array(z.string()),
    coverImage: z.string().meta({ description: 'An address, a path on this site, or empty' }),
    coverImageCaption: z.string(),
    author: z.string(),
    status: z.enum(POST_STATUSES),
    publishDate: instant.nullable(),
    references: z.array(referenceSchema),
    version: z.int().min(1).meta({ description: 'Grows by one with every edit' }),
  })
  .meta({ id: 'PostSummary' });

export const postSchema = postSummarySchema
  .extend({
    content: z.string().meta({ description: 'What the author wrote, HTML or Markdown' }),
    contentHtml: z.string().meta({ description: 'The content rendered and sanitized' }),
  })
  .meta({ id: 'Post' });

export const postPageSchema = z
  .object({
    posts: z.array(postSummarySchema),
    total: z.int().meta({ description: 'All posts that match, on every page' }),
    nextCursor: z.string().nullable().meta({ description: 'Where to go on; null at the end' }),
  })
  .meta({ id: 'PostPage' });

export const newPostSchema = postInputSchema.meta({ id: 'NewPost' });

export const editedPostSchema = postInputSchema
  .extend({
    version: z
      .int()
      .min(1)
      .nullish()
      .meta({ description: 'The version that was edited: a stale one is answered with 409' }),
  })
  .meta({ id: 'EditedPost' });

export const errorSchema = z.object({ detail: z.string() }).meta({ id: 'Error' });

export const conflictSchema = z
  .object({
    detail: z.string(),
    current: postSchema.optional().meta({ description: 'The post as it stands' }),
  })
  .meta({ id: 'Conflict' });

export const validationErrorSchema = z
  .object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        type: z.string(),
      }),
    ),
  })
  .meta({ id: 'ValidationError' });

export const slugParam = z.object({
  slug: z.string().min(1).max(LIMITS.slug).meta({ description: 'The address of the post' }),
});

/** WebAuthn Level 3, section 5.1.10. */
export const passkeyRequestSchema = z
  .looseObject({ challenge: z.string() })
  .meta({ id: 'PasskeyRequest', description: 'PublicKeyCredentialRequestOptionsJSON' });

/** A JSON response, for a route's `responses`. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A required JSON body, for a route's `request`. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

export const UNAUTHENTICATED = json(errorSchema, 'Not signed in, or the token is not valid');
export const NOT_FOUND = json(errorSchema, 'There is no such post');
export const INVALID = json(validationErrorSchema, 'Something in the request is not acceptable');

export const TOO_MANY = json(
  errorSchema,
  'Too many requests; `Retry-After` says when to try again',
);

/** The errors of every route that reads a JSON body. */
export const BODY_ERRORS = {
  400: json(errorSchema, 'The body is not well-formed JSON'),
  413: json(errorSchema, 'The body is too large'),
  415: json(errorSchema, 'The body is not application/json'),
} as const;

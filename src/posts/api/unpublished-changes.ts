import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forWriters } from '../../accounts/api/authorization.ts';
import { errorSchema, json, jsonBody } from '../../server/http/common-schemas.ts';
import { postNotFound, unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Posts } from '../posts.ts';
import {
  changesSummarySchema,
  editedPostSchema,
  etagSchema,
  NOT_FOUND,
  readPostSchema,
  replacingPostSchema,
  savedPostSchema,
  slugParam,
} from './schemas.ts';

const changesSchema = changesSummarySchema
  .extend({
    etag: etagSchema.meta({ description: 'Another one after every save' }),
    post: readPostSchema.meta({
      description:
        'The post as the changes make it; `version` and `etag` are those of the post they change',
    }),
  })
  .meta({ id: 'UnpublishedChanges' });

const changesWithFindingsSchema = changesSchema
  .extend({ findings: savedPostSchema.shape.findings })
  .meta({ id: 'ChangesWithFindings' });

const savedChangesSchema = editedPostSchema
  .omit({ status: true })
  .extend({
    changes: etagSchema.nullish().meta({
      description:
        'The etag of the changes that these replace, null for none: others are answered with 409. Left out, these replace whatever there is',
    }),
    publishAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .transform((value) => (value ? new Date(value).toISOString() : null))
      .meta({ description: 'When to publish them; null: not scheduled' }),
  })
  .meta({ id: 'SavedChanges' });

const changesConflictSchema = z
  .object({
    detail: z.string(),
    current: z
      .union([changesSchema, replacingPostSchema])
      .optional()
      .meta({ description: 'What was saved in the meantime: the changes, or the public post' }),
  })
  .meta({ id: 'ChangesConflict' });

const etagQuery = z.object({
  etag: etagSchema.optional().meta({ description: 'Only these changes: others are 409' }),
});

const NO_CHANGES = json(errorSchema, 'There is no such post, or it has no unpublished changes');
const CONFLICT = json(changesConflictSchema, 'Something else was saved in the meantime');

/** Changes to public posts that are not public yet. */
export function unpublishedChanges(services: Posts) {
  const path = '/admin/blog/posts/{slug}/changes';

  const read = createRoute({
    method: 'get',
    path,
    summary: 'The unpublished changes to a post',
    security: forWriters,
    request: { params: slugParam },
    responses: {
      200: json(z.object({ changes: changesSchema.nullable() }), 'The changes; null for none'),
      404: NOT_FOUND,
    },
  });

  const save = createRoute({
    method: 'put',
    path,
    summary: 'Save changes to a public post without publishing them',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { params: slugParam, body: jsonBody(savedChangesSchema) },
    responses: {
      200: json(changesWithFindingsSchema, 'The changes as they are now'),
      404: NOT_FOUND,
      409: json(
        changesConflictSchema,
        'The post is not public, it or its changes are not those that were edited, or the slug of changes with a time is taken',
      ),
    },
  });

  const discard = createRoute({
    method: 'delete',
    path,
    summary: 'Discard the unpublished changes to a post',
    security: forWriters,
    request: { params: slugParam, query: etagQuery },
    responses: {
      204: { description: 'They are gone' },
      404: NO_CHANGES,
      409: CONFLICT,
    },
  });

  const publish = createRoute({
    method: 'post',
    path: `${path}/publish`,
    summary: 'Publish the unpublished changes to a post now',
    security: forWriters,
    request: { params: slugParam, query: etagQuery },
    responses: {
      200: json(savedPostSchema, 'The post as it is now'),
      404: NO_CHANGES,
      409: json(
        changesConflictSchema,
        'The slug is taken, or something else was saved in the meantime',
      ),
    },
  });

  return createRouter<Authenticated>()
    .openapi(read, async (c) => {
      const { slug } = c.req.valid('param');
      const changes = await services.changesOf(slug);
      if (changes === undefined) throw postNotFound(slug);
      return c.json({ changes }, 200);
    })
    .openapi(save, async (c) => {
      const { etag, changes, publishAt, acknowledged, ...input } = c.req.valid('json');
      const saved = await services.saveChanges(c.req.valid('param').slug, input, {
        by: c.get('session').email,
        recheck: c.get('recheck'),
        etag: etag ?? undefined,
        replaces: changes,
        publishAt,
        acknowledged,
      });
      return c.json(unwrap(saved), 200);
    })
    .openapi(discard, async (c) => {
      const by = c.get('session').email;
      const { etag } = c.req.valid('query');
      unwrap(await services.discardChanges(c.req.valid('param').slug, { by, etag }));
      return c.body(null, 204);
    })
    .openapi(publish, async (c) => {
      const by = c.get('session').email;
      const { etag } = c.req.valid('query');
      const options = { by, etag, recheck: c.get('recheck') };
      const published = await services.publishChanges(c.req.valid('param').slug, options);
      return c.json(unwrap(published), 200);
    });
}

import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { postNotFound } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { changesOf, discardChanges, publishChanges, saveChanges } from '../unpublished-changes.ts';
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

const NO_CHANGES = 'There is no such post, or it has no unpublished changes';
const CONFLICT = [changesConflictSchema, 'Something else was saved in the meantime'] as const;

/** Changes to public posts that are not public yet. */
export function unpublishedChanges(site: Site) {
  return calls([
    call(
      {
        get: '/admin/blog/posts/:slug/changes',
        summary: 'The unpublished changes to a post',
        for: 'writer',
        params: slugParam,
        200: [z.object({ changes: changesSchema.nullable() }), 'The changes; null for none'],
        404: NOT_FOUND,
      },
      async ({ params: { slug } }) => {
        const changes = await changesOf(site, slug);
        if (changes === undefined) throw postNotFound(slug);
        return { changes };
      },
    ),
    call(
      {
        put: '/admin/blog/posts/:slug/changes',
        summary: 'Save changes to a public post without publishing them',
        for: 'writer',
        params: slugParam,
        body: savedChangesSchema,
        200: [changesWithFindingsSchema, 'The changes as they are now'],
        404: NOT_FOUND,
        409: [
          changesConflictSchema,
          'The post is not public, it or its changes are not those that were edited, or the slug of changes with a time is taken',
        ],
      },
      ({ body: { etag, changes, publishAt, acknowledged, ...input }, params, recheck, by }) =>
        saveChanges(site, params.slug, input, {
          by,
          recheck,
          etag: etag ?? undefined,
          replaces: changes,
          publishAt,
          acknowledged,
        }),
    ),
    call(
      {
        delete: '/admin/blog/posts/:slug/changes',
        summary: 'Discard the unpublished changes to a post',
        for: 'writer',
        params: slugParam,
        query: etagQuery,
        204: 'They are gone',
        404: NO_CHANGES,
        409: CONFLICT,
      },
      ({ params, query: { etag }, by }) => discardChanges(site, params.slug, { by, etag }),
    ),
    call(
      {
        post: '/admin/blog/posts/:slug/changes/publish',
        summary: 'Publish the unpublished changes to a post now',
        for: 'writer',
        params: slugParam,
        query: etagQuery,
        200: [savedPostSchema, 'The post as it is now'],
        404: NO_CHANGES,
        409: [
          changesConflictSchema,
          'The slug is taken, or something else was saved in the meantime',
        ],
      },
      ({ params, query: { etag }, recheck, by }) =>
        publishChanges(site, params.slug, { by, etag, recheck }),
    ),
  ]);
}

import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { optional, required } from '../../server/fields.ts';
import { MAX_INTEGER } from '../../server/http/common-schemas.ts';
import { notFound } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { NOTICE_LIMITS } from '../record/notice.ts';
import { MAX_RECORD_NOTE } from '../record/record-mark.ts';
import {
  addNotice,
  freezeVersion,
  postRecordSchema,
  recordOf,
  withdrawNotice,
} from '../record/records.ts';
import { listedRevisionSchema, readRevision, revisionSchema, revisionsOf } from '../revisions.ts';
import { conflictSchema, etagSchema, noticeSchema, recordSchema } from '../schemas.ts';
import { ofPost, orNoPost, slugParam } from './posts.ts';

const versionParam = slugParam.extend({
  version: z.coerce.number<number>().int().min(1).max(MAX_INTEGER),
});

/** To restore one, a client sends it as an edit. */
export function revisions(site: Site) {
  return calls([
    call({
      get: '/admin/blog/posts/:slug/revisions',
      summary: 'Every save of a post, the latest first',
      ...ofPost,
      200: [z.object({ revisions: z.array(listedRevisionSchema) }), 'The saves, without bodies'],
    }).to(async ({ params: { slug } }) => {
      return { revisions: orNoPost((await revisionsOf(site, slug)) ?? undefined, slug) };
    }),
    call({
      get: '/admin/blog/posts/:slug/revisions/:version',
      summary: 'What the author’s fields held at one save',
      ...ofPost,
      params: versionParam,
      200: [revisionSchema, 'The revision'],
    }).to(async ({ params: { slug, version } }) => {
      const revision = await readRevision(site, slug, version);
      if (revision === null) throw notFound('There is no such revision.');
      return revision;
    }),
  ]);
}

const freezingSchema = z
  .object({
    etag: etagSchema.describe('Of the post that was seen: another one is answered with 409'),
    note: optional(MAX_RECORD_NOTE).describe('What has changed since the frozen version before'),
  })
  .meta({ id: 'Freezing' });

const newNoticeSchema = noticeSchema
  .omit({ id: true })
  .extend({
    issuedBy: required(NOTICE_LIMITS.issuedBy),
    reason: required(NOTICE_LIMITS.reason),
    etag: etagSchema.optional().describe('Of the post that was seen: with another, 409'),
  })
  .meta({ id: 'NewNotice' });

export function record(site: Site) {
  return calls([
    call({
      get: '/admin/blog/posts/:slug/record',
      summary: 'The frozen versions of a post, and the notices about it',
      ...ofPost,
      200: [postRecordSchema, 'The record'],
    }).to(async ({ params: { slug } }) => orNoPost(await recordOf(site, slug), slug)),
    call({
      post: '/admin/blog/posts/:slug/record/versions',
      summary: 'Freeze the public version of a post, so that it can be cited for good',
      ...ofPost,
      body: freezingSchema,
      201: [recordSchema, 'The frozen version'],
      409: [conflictSchema, 'Readers see another version or none, or it is frozen already'],
    }).to(({ params, body, by }) => freezeVersion(site, params.slug, { ...body, by })),
    call({
      post: '/admin/blog/posts/:slug/record/notices',
      summary: 'Add a correction, an expression of concern or a retraction to a post',
      ...ofPost,
      body: newNoticeSchema,
      201: [noticeSchema, 'The notice, which readers see from now on'],
      409: [conflictSchema, 'It is another post, or has as many notices as a post can have'],
    }).to(({ body: { etag, ...notice }, params: { slug }, by }) =>
      addNotice(site, slug, notice, { by, etag }),
    ),
    call({
      delete: '/admin/blog/posts/:slug/record/notices/:id',
      summary: 'Take back a notice that was added by mistake',
      for: 'writer',
      params: slugParam.extend({ id: z.uuid() }),
      204: 'It is no longer shown',
      404: 'There is no such post, or no such notice',
    }).to(({ params: { slug, id }, by }) => withdrawNotice(site, slug, id, { by })),
  ]);
}

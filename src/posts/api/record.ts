import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forWriters } from '../../accounts/api/authorization.ts';
import { optional, required } from '../../server/fields.ts';
import { errorSchema, json, jsonBody } from '../../server/http/common-schemas.ts';
import { postNotFound, unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Posts } from '../posts.ts';
import { NOTICE_KINDS, NOTICE_LIMITS } from '../record/notice.ts';
import { MAX_RECORD_NOTE } from '../record/record-mark.ts';
import {
  conflictSchema,
  etagSchema,
  NOT_FOUND,
  noticeSchema,
  recordSchema,
  slugParam,
} from './schemas.ts';

const postRecordSchema = z
  .object({
    slug: z.string(),
    title: z.string(),
    etag: etagSchema,
    publicVersion: z.int().min(1).nullable().meta({
      description: 'The version that readers see; null where they see none',
    }),
    records: z.array(recordSchema),
    notices: z.array(noticeSchema),
  })
  .meta({ id: 'PostRecord' });

const freezingSchema = z
  .object({
    etag: etagSchema.meta({
      description: 'Of the post that was seen: another one is answered with 409',
    }),
    note: optional(MAX_RECORD_NOTE).meta({
      description: 'What has changed since the frozen version before',
    }),
  })
  .meta({ id: 'Freezing' });

const newNoticeSchema = z
  .object({
    kind: z.enum(NOTICE_KINDS),
    date: z.iso.date(),
    issuedBy: required(NOTICE_LIMITS.issuedBy),
    reason: required(NOTICE_LIMITS.reason),
    etag: etagSchema.optional().meta({
      description: 'Of the post that was seen: another one is answered with 409',
    }),
  })
  .meta({ id: 'NewNotice' });

/** The record of a post: its frozen versions, and the notices about it. */
export function record(services: Posts) {
  const read = createRoute({
    method: 'get',
    path: '/admin/blog/posts/{slug}/record',
    summary: 'The frozen versions of a post, and the notices about it',
    security: forWriters,
    request: { params: slugParam },
    responses: { 200: json(postRecordSchema, 'The record'), 404: NOT_FOUND },
  });

  const freeze = createRoute({
    method: 'post',
    path: '/admin/blog/posts/{slug}/record/versions',
    summary: 'Freeze the public version of a post, so that it can be cited for good',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { params: slugParam, body: jsonBody(freezingSchema) },
    responses: {
      201: json(recordSchema, 'The frozen version'),
      404: NOT_FOUND,
      409: json(conflictSchema, 'Readers see another version or none, or it is frozen already'),
    },
  });

  const addNotice = createRoute({
    method: 'post',
    path: '/admin/blog/posts/{slug}/record/notices',
    summary: 'Add a correction, an expression of concern or a retraction to a post',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { params: slugParam, body: jsonBody(newNoticeSchema) },
    responses: {
      201: json(noticeSchema, 'The notice, which readers see from now on'),
      404: NOT_FOUND,
      409: json(conflictSchema, 'It is another post, or has as many notices as a post can have'),
    },
  });

  const withdrawNotice = createRoute({
    method: 'delete',
    path: '/admin/blog/posts/{slug}/record/notices/{id}',
    summary: 'Take back a notice that was added by mistake',
    security: forWriters,
    request: { params: slugParam.extend({ id: z.uuid() }) },
    responses: {
      204: { description: 'It is no longer shown' },
      404: json(errorSchema, 'There is no such post, or no such notice'),
    },
  });

  return createRouter<Authenticated>()
    .openapi(read, async (c) => {
      const { slug } = c.req.valid('param');
      const found = await services.recordOf(slug);
      if (found === null) throw postNotFound(slug);
      return c.json(found, 200);
    })
    .openapi(freeze, async (c) => {
      const by = c.get('session').email;
      const options = { ...c.req.valid('json'), by };
      return c.json(unwrap(await services.freezeVersion(c.req.valid('param').slug, options)), 201);
    })
    .openapi(addNotice, async (c) => {
      const by = c.get('session').email;
      const { slug } = c.req.valid('param');
      const { etag, ...notice } = c.req.valid('json');
      return c.json(unwrap(await services.addNotice(slug, notice, { by, etag })), 201);
    })
    .openapi(withdrawNotice, async (c) => {
      const by = c.get('session').email;
      const { slug, id } = c.req.valid('param');
      unwrap(await services.withdrawNotice(slug, id, { by }));
      return c.body(null, 204);
    });
}

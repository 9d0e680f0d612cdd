import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forWriters } from '../../accounts/api/authorization.ts';
import { errorSchema, json } from '../../server/http/common-schemas.ts';
import { encodeCursor } from '../../server/http/cursor.ts';
import { FailureError, unwrap } from '../../server/http/error-responses.ts';
import { createRouter } from '../../server/http/router.ts';
import { ATTACHMENT_TYPES } from '../attachment-url.ts';
import type { Library } from '../library.ts';
import {
  FILE,
  itemFields,
  itemParams,
  libraryQuery,
  pageFields,
  removalResponses,
  uploadQuery,
} from './library-schemas.ts';

const attachmentSchema = z
  .object({
    ...itemFields,
    name: z.string().meta({ description: "The file's name, also of the download" }),
    type: z.enum(ATTACHMENT_TYPES),
    bytes: z.int().min(1),
    sha256: z.string().meta({ description: 'SHA-256 of the file, in hexadecimal' }),
  })
  .meta({ id: 'Attachment' });

const oneAttachment = z.object({ attachment: attachmentSchema });

/** Files to download: documents, tables, archives. */
export function attachments(services: Library) {
  const upload = createRoute({
    method: 'post',
    path: '/admin/attachments',
    summary: 'Add a downloadable file to the library',
    description:
      'The body is the file itself. Its content tells what it is; the ending of its name must agree with it.',
    security: forWriters,
    request: {
      query: uploadQuery,
      body: { required: true, content: { 'application/octet-stream': FILE } },
    },
    responses: {
      200: json(oneAttachment, 'The same file is in the library already, by the name that it had'),
      201: json(oneAttachment, 'The new file'),
      400: json(errorSchema, 'The body is empty or incomplete'),
      413: json(errorSchema, 'The file is larger than 100 MB'),
      415: json(errorSchema, 'The file is not a PDF, CSV, ZIP or XLSX; the detail says why'),
    },
  });

  const list = createRoute({
    method: 'get',
    path: '/admin/attachments',
    summary: 'The files of the library, the latest first',
    security: forWriters,
    request: { query: libraryQuery('the name') },
    responses: {
      200: json(
        z.object({
          attachments: z.array(attachmentSchema),
          ...pageFields('file'),
        }),
        'A page of the library',
      ),
    },
  });

  const remove = createRoute({
    method: 'delete',
    path: '/admin/attachments/{id}',
    summary: 'Remove a file that no post uses',
    security: forWriters,
    request: { params: itemParams },
    responses: removalResponses('file'),
  });

  return createRouter<Authenticated>()
    .openapi(upload, async (c) => {
      const { body } = c.req.raw;
      if (body === null) {
        throw new FailureError({ kind: 'malformed', detail: 'This file is empty.' });
      }
      const { name } = c.req.valid('query');
      const { attachment, isNew } = unwrap(
        await services.uploadAttachment(body, {
          name,
          by: c.get('session').email,
          recheck: c.get('recheck'),
        }),
      );
      return isNew ? c.json({ attachment }, 201) : c.json({ attachment }, 200);
    })
    .openapi(list, async (c) => {
      const { cursor, ...query } = c.req.valid('query');
      const { items, total, next } = await services.attachments({ ...query, after: cursor });
      return c.json({ attachments: items, total, nextCursor: encodeCursor(next) }, 200);
    })
    .openapi(remove, async (c) => {
      const by = c.get('session').email;
      unwrap(await services.removeAttachment(c.req.valid('param').id, { by }));
      return c.body(null, 204);
    });
}

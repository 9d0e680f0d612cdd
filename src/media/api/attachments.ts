import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { encodeCursor } from '../../server/http/cursor.ts';
import { FailureError, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { uploadAttachment } from '../attachment-upload.ts';
import { ATTACHMENT_TYPES } from '../attachment-url.ts';
import { listAttachments } from '../attachments.ts';
import { removeAttachment } from '../removal.ts';
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
export function attachments(site: Site) {
  return calls([
    call(
      {
        post: '/admin/attachments',
        summary: 'Add a downloadable file to the library',
        description:
          'The body is the file itself. Its content tells what it is; the ending of its name must agree with it.',
        for: 'writer',
        query: uploadQuery,
        body: { required: true, content: { 'application/octet-stream': FILE } },
        200: [oneAttachment, 'The same file is in the library already, by the name that it had'],
        201: [oneAttachment, 'The new file'],
        400: 'The body is empty or incomplete',
        413: 'The file is larger than 100 MB',
        415: 'The file is not a PDF, CSV, ZIP or XLSX; the detail says why',
      },
      async ({ c, query: { name }, recheck, by }) => {
        const { body } = c.req.raw;
        if (body === null) {
          throw new FailureError({ kind: 'malformed', detail: 'This file is empty.' });
        }
        const { attachment, isNew } = unwrap(
          await uploadAttachment(site, body, {
            name,
            by,
            recheck,
          }),
        );
        return isNew ? c.json({ attachment }, 201) : { attachment };
      },
    ),
    call(
      {
        get: '/admin/attachments',
        summary: 'The files of the library, the latest first',
        for: 'writer',
        query: libraryQuery('the name'),
        200: [
          z.object({
            attachments: z.array(attachmentSchema),
            ...pageFields('file'),
          }),
          'A page of the library',
        ],
      },
      async ({ query: { cursor, ...filter } }) => {
        const { items, total, next } = await listAttachments(site, { ...filter, after: cursor });
        return { attachments: items, total, nextCursor: encodeCursor(next) };
      },
    ),
    call(
      {
        delete: '/admin/attachments/:id',
        summary: 'Remove a file that no post uses',
        for: 'writer',
        params: itemParams,
        ...removalResponses('file'),
      },
      ({ params, by }) => removeAttachment(site, params.id, { by }),
    ),
  ]);
}

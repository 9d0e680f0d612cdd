import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { text } from '../../server/fields.ts';
import { encodeCursor } from '../../server/http/cursor.ts';
import { FailureError, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { uploadAttachment } from '../attachment-upload.ts';
import { ATTACHMENT_TYPES } from '../attachment-url.ts';
import { listAttachments } from '../attachments.ts';
import { uploadPicture } from '../picture-upload.ts';
import { MAX_PICTURE_BYTES, PICTURE_FORMATS } from '../picture-url.ts';
import { describePicture, listPictures, PICTURE_LIMITS } from '../pictures.ts';
import { removeAttachment, removePicture } from '../removal.ts';
import {
  FILE,
  itemFields,
  itemParams,
  libraryQuery,
  noSuch,
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

const pictureSchema = z
  .object({
    ...itemFields,
    name: z.string().meta({ description: "The file's name as it was uploaded" }),
    alt: z.string().meta({ description: 'Alternative text; empty when nobody has written any' }),
    width: z.int().min(1),
    height: z.int().min(1),
    bytes: z.int().min(1).meta({ description: 'The size of the stored file' }),
    format: z.enum(PICTURE_FORMATS),
    placeholder: z.string().meta({ description: 'The average colour, #rrggbb' }),
  })
  .meta({ id: 'Picture' });

const onePicture = z.object({ picture: pictureSchema });

/** The picture library. */
export function media(site: Site) {
  return calls([
    call(
      {
        post: '/admin/media',
        summary: 'Add a picture to the library',
        description:
          'The body is the file itself. What it is, its content tells: headers are not believed.',
        for: 'writer',
        query: uploadQuery,
        body: { required: true, content: { 'application/octet-stream': FILE, 'image/*': FILE } },
        200: [onePicture, 'The same file is in the library already'],
        201: [onePicture, 'The new picture'],
        400: 'The body is empty',
        413: `The file is larger than ${MAX_PICTURE_BYTES / 2 ** 20} MB`,
        415: 'The file is not a PNG, JPEG, WebP, AVIF, GIF or SVG; the detail says why',
      },
      async ({ c, query, recheck, by }) => {
        const file = new Uint8Array(await c.req.arrayBuffer());
        if (file.byteLength === 0) {
          throw new FailureError({ kind: 'malformed', detail: 'This file is empty.' });
        }
        const { name } = query;
        const { picture, isNew } = unwrap(
          await uploadPicture(site, file, {
            name,
            by,
            recheck,
          }),
        );
        return isNew ? c.json({ picture }, 201) : { picture };
      },
    ),
    call(
      {
        get: '/admin/media',
        summary: 'The pictures of the library, the latest first',
        for: 'writer',
        query: libraryQuery('the name or the alternative text'),
        200: [
          z.object({
            pictures: z.array(pictureSchema),
            ...pageFields('picture'),
          }),
          'A page of the library',
        ],
      },
      async ({ query: { cursor, ...filter } }) => {
        const { items, total, next } = await listPictures(site, { ...filter, after: cursor });
        return { pictures: items, total, nextCursor: encodeCursor(next) };
      },
    ),
    call(
      {
        patch: '/admin/media/:id',
        summary: 'Set the alternative text of a picture',
        for: 'writer',
        params: itemParams,
        body: z
          .object({ alt: text(PICTURE_LIMITS.alt).transform((alt) => alt.trim()) })
          .meta({ id: 'PictureDescription' }),
        200: [onePicture, 'The picture as it is now'],
        404: noSuch('picture'),
      },
      async ({ body: { alt }, params }) => {
        const described = unwrap(await describePicture(site, params.id, alt));
        return { picture: described };
      },
    ),
    call(
      {
        delete: '/admin/media/:id',
        summary: 'Remove a picture that no post uses',
        for: 'writer',
        params: itemParams,
        ...removalResponses('picture'),
      },
      ({ params, by }) => removePicture(site, params.id, { by }),
    ),
  ]);
}

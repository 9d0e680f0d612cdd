import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { text } from '../../server/fields.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { FailureError, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import {
  attachmentSchema,
  describePicture,
  FILES,
  listItems,
  PICTURE_LIMITS,
  PICTURES,
  pictureSchema,
  removeItem,
} from '../library.ts';
import { MAX_PICTURE_BYTES } from '../picture-url.ts';
import { uploadAttachment, uploadPicture } from '../upload.ts';

const oneAttachment = z.object({ attachment: attachmentSchema });
const onePicture = z.object({ picture: pictureSchema });

const uploadQuery = z.object({
  name: text(PICTURE_LIMITS.name).default('').meta({ description: "The file's name" }),
});

/** The body of a request that is a file. */
const FILE = { schema: z.string().meta({ format: 'binary' }) };

const libraryQuery = pageQuery(100).extend({
  q: text(200).optional().meta({ description: 'Words of the name or the alternative text' }),
});

const pageFields = {
  total: z.int().meta({ description: 'All that match, on every page' }),
  nextCursor: z.string().nullable().meta({ description: 'Where to go on; null at the end' }),
};

const itemParams = z.object({ id: z.string().max(100) });

const removal = {
  for: 'writer',
  params: itemParams,
  204: 'Deleted',
  404: 'There is no such file',
  409: 'Posts use it; the detail names them',
} as const;

const EMPTY = new FailureError({ kind: 'malformed', detail: 'This file is empty.' });

/** Files to download: documents, tables, archives. */
export function attachments(site: Site) {
  return calls([
    call({
      post: '/admin/attachments',
      summary: 'Add a downloadable file to the library',
      description:
        'The body is the file itself. Its content tells what it is; the ending of its name must agree with it.',
      for: 'writer',
      query: uploadQuery,
      body: { required: true, content: { 'application/octet-stream': FILE } },
      location: ':address',
      200: [oneAttachment, 'The same file is in the library already, by the name that it had'],
      201: [oneAttachment, 'The new file'],
      400: 'The body is empty or incomplete',
      413: 'The file is larger than 100 MB',
      415: 'The file is not a PDF, CSV, ZIP or XLSX; the detail says why',
    }).to(async ({ c, query: { name }, recheck, by }) => {
      const { body } = c.req.raw;
      if (body === null) throw EMPTY;
      const upload = { name, by, recheck };
      const { attachment, isNew } = unwrap(await uploadAttachment(site, body, upload));
      if (!isNew) return { attachment };
      c.header('Location', attachment.address);
      return c.json({ attachment }, 201);
    }),
    call({
      get: '/admin/attachments',
      summary: 'The files of the library, the latest first',
      for: 'writer',
      query: libraryQuery,
      200: [z.object({ attachments: z.array(attachmentSchema), ...pageFields }), 'A page'],
    }).to(async ({ query: { cursor, ...filter } }) => {
      const { items, total, next } = await listItems(site, FILES, { ...filter, after: cursor });
      return { attachments: items, total, nextCursor: encodeCursor(next) };
    }),
    call({
      delete: '/admin/attachments/:id',
      summary: 'Remove a file that no post uses',
      ...removal,
    }).to(({ params, by }) => removeItem(site, FILES, params.id, by)),
  ]);
}

/** The picture library. */
export function media(site: Site) {
  return calls([
    call({
      post: '/admin/media',
      summary: 'Add a picture to the library',
      description:
        'The body is the file itself. What it is, its content tells: headers are not believed.',
      for: 'writer',
      query: uploadQuery,
      body: { required: true, content: { 'application/octet-stream': FILE, 'image/*': FILE } },
      location: ':address',
      200: [onePicture, 'The same file is in the library already'],
      201: [onePicture, 'The new picture'],
      400: 'The body is empty',
      413: `The file is larger than ${MAX_PICTURE_BYTES / 2 ** 20} MB`,
      415: 'The file is not a PNG, JPEG, WebP, AVIF, GIF or SVG; the detail says why',
    }).to(async ({ c, query: { name }, recheck, by }) => {
      const file = new Uint8Array(await c.req.arrayBuffer());
      if (file.byteLength === 0) throw EMPTY;
      const upload = { name, by, recheck };
      const { picture, isNew } = unwrap(await uploadPicture(site, file, upload));
      if (!isNew) return { picture };
      c.header('Location', picture.address);
      return c.json({ picture }, 201);
    }),
    call({
      get: '/admin/media',
      summary: 'The pictures of the library, the latest first',
      for: 'writer',
      query: libraryQuery,
      200: [z.object({ pictures: z.array(pictureSchema), ...pageFields }), 'A page'],
    }).to(async ({ query: { cursor, ...filter } }) => {
      const { items, total, next } = await listItems(site, PICTURES, {
        ...filter,
        after: cursor,
      });
      return { pictures: items, total, nextCursor: encodeCursor(next) };
    }),
    call({
      patch: '/admin/media/:id',
      summary: 'Set the alternative text of a picture',
      for: 'writer',
      params: itemParams,
      body: z
        .object({ alt: text(PICTURE_LIMITS.alt).transform((alt) => alt.trim()) })
        .meta({ id: 'PictureDescription' }),
      200: [onePicture, 'The picture as it is now'],
      404: 'There is no such picture',
    }).to(async ({ body: { alt }, params }) => ({
      picture: unwrap(await describePicture(site, params.id, alt)),
    })),
    call({
      delete: '/admin/media/:id',
      summary: 'Remove a picture that no post uses',
      ...removal,
    }).to(({ params, by }) => removeItem(site, PICTURES, params.id, by)),
  ]);
}

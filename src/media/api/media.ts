import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forWriters } from '../../accounts/api/authorization.ts';
import { text } from '../../server/fields.ts';
import { errorSchema, json, jsonBody } from '../../server/http/common-schemas.ts';
import { encodeCursor } from '../../server/http/cursor.ts';
import { FailureError, unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Library } from '../library.ts';
import { MAX_PICTURE_BYTES, PICTURE_FORMATS } from '../picture-url.ts';
import { PICTURE_LIMITS } from '../pictures.ts';
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
export function media(services: Library) {
  const upload = createRoute({
    method: 'post',
    path: '/admin/media',
    summary: 'Add a picture to the library',
    description:
      'The body is the file itself. What it is, its content tells: headers are not believed.',
    security: forWriters,
    request: {
      query: uploadQuery,
      body: { required: true, content: { 'application/octet-stream': FILE, 'image/*': FILE } },
    },
    responses: {
      200: json(onePicture, 'The same file is in the library already'),
      201: json(onePicture, 'The new picture'),
      400: json(errorSchema, 'The body is empty'),
      413: json(errorSchema, `The file is larger than ${MAX_PICTURE_BYTES / 2 ** 20} MB`),
      415: json(
        errorSchema,
        'The file is not a PNG, JPEG, WebP, AVIF, GIF or SVG; the detail says why',
      ),
    },
  });

  const list = createRoute({
    method: 'get',
    path: '/admin/media',
    summary: 'The pictures of the library, the latest first',
    security: forWriters,
    request: { query: libraryQuery('the name or the alternative text') },
    responses: {
      200: json(
        z.object({
          pictures: z.array(pictureSchema),
          ...pageFields('picture'),
        }),
        'A page of the library',
      ),
    },
  });

  const describe = createRoute({
    method: 'patch',
    path: '/admin/media/{id}',
    summary: 'Set the alternative text of a picture',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: {
      params: itemParams,
      body: jsonBody(
        z
          .object({ alt: text(PICTURE_LIMITS.alt).transform((alt) => alt.trim()) })
          .meta({ id: 'PictureDescription' }),
      ),
    },
    responses: {
      200: json(onePicture, 'The picture as it is now'),
      404: noSuch('picture'),
    },
  });

  const remove = createRoute({
    method: 'delete',
    path: '/admin/media/{id}',
    summary: 'Remove a picture that no post uses',
    security: forWriters,
    request: { params: itemParams },
    responses: removalResponses('picture'),
  });

  return createRouter<Authenticated>()
    .openapi(upload, async (c) => {
      const file = new Uint8Array(await c.req.arrayBuffer());
      if (file.byteLength === 0) {
        throw new FailureError({ kind: 'malformed', detail: 'This file is empty.' });
      }
      const { name } = c.req.valid('query');
      const { picture, isNew } = unwrap(
        await services.uploadPicture(file, {
          name,
          by: c.get('session').email,
          recheck: c.get('recheck'),
        }),
      );
      return isNew ? c.json({ picture }, 201) : c.json({ picture }, 200);
    })
    .openapi(list, async (c) => {
      const { cursor, ...query } = c.req.valid('query');
      const { items, total, next } = await services.pictures({ ...query, after: cursor });
      return c.json({ pictures: items, total, nextCursor: encodeCursor(next) }, 200);
    })
    .openapi(describe, async (c) => {
      const { alt } = c.req.valid('json');
      const described = unwrap(await services.describePicture(c.req.valid('param').id, alt));
      return c.json({ picture: described }, 200);
    })
    .openapi(remove, async (c) => {
      const by = c.get('session').email;
      unwrap(await services.removePicture(c.req.valid('param').id, { by }));
      return c.body(null, 204);
    });
}

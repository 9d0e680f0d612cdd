import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { text } from '../../server/fields.ts';
import { pageQuery, presentPage } from '../../server/http/cursor.ts';
import { FailureError, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import {
  describePicture,
  listMedia,
  MEDIA_KINDS,
  mediaSchema,
  pictureSchema,
  removeMedia,
} from '../library.ts';
import { PICTURE_LIMITS } from '../picture-url.ts';
import { uploadMedia } from '../upload.ts';

const itemParams = z.object({ id: z.string().max(100) });
const uploaded = z.object({ item: mediaSchema, isNew: z.boolean() });
const FILE = { schema: z.string().meta({ format: 'binary' }) };

export function media(site: Site) {
  return calls([
    call({
      post: '/admin/media',
      summary: 'Add a picture or a file to download to the library',
      description:
        'The body is the file itself. Its content tells what it is: headers are not believed, and the ending of the name of a file to download must agree.',
      for: 'writer',
      query: z.object({
        name: text(PICTURE_LIMITS.name).default('').meta({ description: "The file's name" }),
      }),
      body: { required: true, content: { 'application/octet-stream': FILE, 'image/*': FILE } },
      location: ':address',
      200: [uploaded, 'The same file is in the library already, by the name that it had'],
      201: [uploaded, 'The new picture or file'],
      400: 'The body is empty or incomplete',
      413: 'A picture is larger than 10 MB, another file larger than 100 MB',
      415: 'The file is not of a type that the library accepts; the detail says why',
    }).to(async ({ c, query: { name }, recheck, by }) => {
      const { body } = c.req.raw;
      if (body === null) {
        throw new FailureError({ kind: 'malformed', detail: 'This file is empty.' });
      }
      const answer = unwrap(await uploadMedia(site, body, { name, by, recheck }));
      if (!answer.isNew) return answer;
      c.header('Location', answer.item.address);
      return c.json(answer, 201);
    }),
    call({
      get: '/admin/media',
      summary: 'The pictures or the files of the library, the latest first',
      for: 'writer',
      query: pageQuery(100).extend({
        kind: z.enum(MEDIA_KINDS).default('picture'),
        q: text(200).optional().meta({ description: 'Words of the name or the alternative text' }),
      }),
      200: [
        z.object({
          items: z.array(mediaSchema),
          total: z.int().meta({ description: 'All that match, on every page' }),
          nextCursor: z
            .string()
            .nullable()
            .meta({ description: 'Where to go on; null at the end' }),
        }),
        'A page',
      ],
    }).to(async ({ query }) => presentPage(await listMedia(site, query))),
    call({
      patch: '/admin/media/:id',
      summary: 'Set the alternative text of a picture',
      for: 'writer',
      params: itemParams,
      body: z
        .object({ alt: text(PICTURE_LIMITS.alt).transform((alt) => alt.trim()) })
        .meta({ id: 'PictureDescription' }),
      200: [z.object({ picture: pictureSchema }), 'The picture as it is now'],
      404: 'There is no such picture',
    }).to(async ({ body: { alt }, params }) => ({
      picture: unwrap(await describePicture(site, params.id, alt)),
    })),
    call({
      delete: '/admin/media/:id',
      summary: 'Remove a picture or a file that no post uses',
      for: 'writer',
      params: itemParams,
      204: 'Deleted',
      404: 'There is no such picture or file',
      409: 'Posts use it; the detail names them',
    }).to(({ params, by }) => removeMedia(site, params.id, by)),
  ]);
}

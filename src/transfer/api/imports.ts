import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forAdministrators } from '../../accounts/api/authorization.ts';
import { FILE } from '../../media/api/library-schemas.ts';
import { text } from '../../server/fields.ts';
import { errorSchema, idParam, json, MAX_INTEGER } from '../../server/http/common-schemas.ts';
import { FailureError, unwrap } from '../../server/http/error-responses.ts';
import { createRouter } from '../../server/http/router.ts';
import type { Transfer } from '../transfer.ts';
import {
  importItemSchema,
  importSchema,
  importSummarySchema,
  takeBackSchema,
} from './import-schemas.ts';

const NO_IMPORT = json(errorSchema, 'There is no such import');
const CONFLICT = json(
  errorSchema,
  'The import cannot do this in its current state; the detail says why',
);

const uploadQuery = z.object({
  name: text(200).default('').meta({ description: "The file's name" }),
  site: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2_000)])
    .default('')
    .meta({ description: 'The URL of the former site, where the file does not tell it' }),
  author: text(200).default('').meta({ description: 'The author for posts without one' }),
  fetchPictures: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'Whether pictures of other sites are fetched by the import' }),
});

const itemsQuery = z.object({
  limit: z.coerce.number<number>().pipe(z.int().min(1).max(500)).default(200),
  after: z.coerce
    .number<number>()
    .pipe(z.int().min(-1).max(MAX_INTEGER))
    .default(-1)
    .meta({ description: 'The position of the last item of the page before' }),
});

/** Imports from other systems, for administrators. */
export function imports(services: Transfer) {
  const list = createRoute({
    method: 'get',
    path: '/admin/imports',
    summary: 'The newest 100 imports, those of the command line too',
    security: forAdministrators,
    responses: {
      200: json(z.object({ imports: z.array(importSummarySchema) }), 'The latest first'),
    },
  });

  const upload = createRoute({
    method: 'post',
    path: '/admin/imports',
    summary: 'Upload a source, whose dry run follows',
    description:
      'The body is the file itself: a zip, the JSON of Ghost, the XML of WordPress or a Markdown file. Nothing is imported yet.',
    security: forAdministrators,
    request: {
      query: uploadQuery,
      body: { required: true, content: { 'application/octet-stream': FILE } },
    },
    responses: {
      202: json(importSchema, 'Its dry run follows'),
      400: json(errorSchema, 'The body is empty or incomplete'),
      409: json(errorSchema, 'Five files wait for their import already'),
      413: json(errorSchema, 'The file is larger than 500 MB'),
      415: json(errorSchema, 'The body is of another type'),
    },
  });

  const one = createRoute({
    method: 'get',
    path: '/admin/imports/{id}',
    summary: 'An import, and how far it is',
    security: forAdministrators,
    request: { params: idParam },
    responses: { 200: json(importSchema, 'The import'), 404: NO_IMPORT },
  });

  const items = createRoute({
    method: 'get',
    path: '/admin/imports/{id}/items',
    summary: 'What became of its items, or would',
    security: forAdministrators,
    request: { params: idParam, query: itemsQuery },
    responses: {
      200: json(z.object({ items: z.array(importItemSchema) }), 'In the order of the source'),
    },
  });

  const start = createRoute({
    method: 'post',
    path: '/admin/imports/{id}/start',
    summary: 'Import what the dry run has shown, or go on with an import that was stopped',
    security: forAdministrators,
    request: { params: idParam },
    responses: { 202: json(importSchema, 'It is under way'), 409: CONFLICT, 404: NO_IMPORT },
  });

  const stop = createRoute({
    method: 'post',
    path: '/admin/imports/{id}/stop',
    summary: 'Stop it',
    description:
      'Nothing of it is written after the answer. It can go on, or be taken back; one of the command line can be taken back alone.',
    security: forAdministrators,
    request: { params: idParam },
    responses: { 200: json(importSchema, 'It is stopped'), 409: CONFLICT, 404: NO_IMPORT },
  });

  const takeBackPreview = createRoute({
    method: 'get',
    path: '/admin/imports/{id}/take-back',
    summary: 'What undoing it would do',
    security: forAdministrators,
    request: { params: idParam },
    responses: { 200: json(takeBackSchema, 'What would go, and what stays'), 404: NO_IMPORT },
  });

  const takeBack = createRoute({
    method: 'post',
    path: '/admin/imports/{id}/take-back',
    summary: 'Undo it, except for posts that were edited since',
    security: forAdministrators,
    request: { params: idParam },
    responses: { 202: json(importSchema, 'It is under way'), 409: CONFLICT, 404: NO_IMPORT },
  });

  const discard = createRoute({
    method: 'delete',
    path: '/admin/imports/{id}',
    summary: 'Forget one that has made nothing, and its file',
    security: forAdministrators,
    request: { params: idParam },
    responses: { 204: { description: 'Deleted' }, 409: CONFLICT, 404: NO_IMPORT },
  });

  const detailsOf = async (id: string) => unwrap(await services.importDetails(id));

  return createRouter<Authenticated>()
    .openapi(list, async (c) => c.json({ imports: await services.imports() }, 200))
    .openapi(upload, async (c) => {
      const { body } = c.req.raw;
      if (body === null)
        throw new FailureError({ kind: 'malformed', detail: 'This file is empty.' });
      const { name, site, author, fetchPictures } = c.req.valid('query');
      const options = {
        name,
        ...(site !== '' && { siteUrl: site }),
        ...(author !== '' && { author }),
        fetchesPictures: fetchPictures === 'true',
      };
      const by = c.get('session').email;
      const id = unwrap(await services.uploadSource(body, options, { by }));
      return c.json(await detailsOf(id), 202);
    })
    .openapi(one, async (c) => c.json(await detailsOf(c.req.valid('param').id), 200))
    .openapi(items, async (c) => {
      const found = await services.importItems(c.req.valid('param').id, c.req.valid('query'));
      return c.json({ items: found }, 200);
    })
    .openapi(start, async (c) => {
      const { id } = c.req.valid('param');
      unwrap(await services.startPlanned(id, { by: c.get('session').email }));
      return c.json(await detailsOf(id), 202);
    })
    .openapi(stop, async (c) => {
      const { id } = c.req.valid('param');
      unwrap(await services.stopImport(id, { by: c.get('session').email }));
      return c.json(await detailsOf(id), 200);
    })
    .openapi(takeBackPreview, async (c) =>
      c.json(unwrap(await services.takeBackPreview(c.req.valid('param').id)), 200),
    )
    .openapi(takeBack, async (c) => {
      const { id } = c.req.valid('param');
      unwrap(await services.startTakeBack(id, { by: c.get('session').email }));
      return c.json(await detailsOf(id), 202);
    })
    .openapi(discard, async (c) => {
      unwrap(await services.discardImport(c.req.valid('param').id));
      return c.body(null, 204);
    });
}

import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forAdministrators } from '../../accounts/api/authorization.ts';
import { errorSchema, idParam, json, jsonBody } from '../../server/http/common-schemas.ts';
import { csvResponse } from '../../server/http/csv.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { notFound, unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Inquiries } from '../inquiries.ts';
import {
  filterSchema,
  inquirySchema,
  markSchema,
  noteConflictSchema,
  noteSchema,
  summarySchema,
  unreadSchema,
} from './inquiry-schemas.ts';

const NO_INQUIRY = json(errorSchema, 'There is no such inquiry');

/** The inbox of the forms. `now` is ISO 8601 in UTC. */
export function inquiries(services: {
  inquiries: Inquiries;
  mail: { mailFailure: () => Promise<string | null> };
  now: () => string;
}) {
  const list = createRoute({
    method: 'get',
    path: '/admin/inquiries',
    summary: 'Inquiries, the latest first',
    security: forAdministrators,
    request: {
      query: filterSchema.extend(pageQuery(50).shape),
    },
    responses: {
      200: json(
        z.object({
          inquiries: z.array(summarySchema),
          total: z.int().meta({ description: 'On all pages' }),
          unread: z.int().meta({ description: 'Whatever the filter' }),
          nextCursor: z.string().nullable(),
        }),
        'A page of inquiries',
      ),
    },
  });

  const unread = createRoute({
    method: 'get',
    path: '/admin/inquiries/unread',
    summary: 'How many inquiries nobody has opened, whether forms are live, and where email goes',
    security: forAdministrators,
    responses: { 200: json(unreadSchema, 'The number') },
  });

  const download = createRoute({
    method: 'get',
    path: '/admin/inquiries/export',
    summary: 'Inquiries as CSV for spreadsheets',
    security: forAdministrators,
    request: { query: filterSchema },
    responses: {
      200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
    },
  });

  const open = createRoute({
    method: 'get',
    path: '/admin/inquiries/{id}',
    summary: 'One inquiry, which is read from then on',
    security: forAdministrators,
    request: { params: idParam },
    responses: {
      200: json(inquirySchema, 'The inquiry'),
      404: NO_INQUIRY,
    },
  });

  const mark = createRoute({
    method: 'patch',
    path: '/admin/inquiries/{id}',
    summary: 'Mark an inquiry as read, handled, suspected, or not',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: { params: idParam, body: jsonBody(markSchema) },
    responses: {
      200: json(inquirySchema, 'The inquiry as it is now'),
      404: NO_INQUIRY,
    },
  });

  const note = createRoute({
    method: 'put',
    path: '/admin/inquiries/{id}/note',
    summary: 'Write the note of an inquiry',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: { params: idParam, body: jsonBody(noteSchema) },
    responses: {
      200: json(inquirySchema, 'The inquiry as it is now'),
      404: NO_INQUIRY,
      409: json(noteConflictSchema, 'The note has been changed in the meantime'),
    },
  });

  const remove = createRoute({
    method: 'delete',
    path: '/admin/inquiries/{id}',
    summary: 'Delete an inquiry',
    security: forAdministrators,
    request: { params: idParam },
    responses: {
      204: { description: 'Deleted' },
      404: NO_INQUIRY,
    },
  });

  return createRouter<Authenticated>()
    .openapi(list, async (c) => {
      const { cursor, ...query } = c.req.valid('query');
      const [page, waiting] = await Promise.all([
        services.inquiries.inquiries({ ...query, after: cursor }),
        services.inquiries.unreadInquiries(),
      ]);
      const { next, ...shown } = page;
      const nextCursor = encodeCursor(next);
      return c.json({ ...shown, unread: waiting, nextCursor }, 200);
    })
    .openapi(unread, async (c) => {
      const { liveForms, mailFolder, unreadInquiries } = services.inquiries;
      const [unreadCount, mailFailure] = await Promise.all([
        unreadInquiries(),
        services.mail.mailFailure(),
      ]);
      return c.json({ unread: unreadCount, liveForms, mailFolder, mailFailure }, 200);
    })
    .openapi(download, async (c) => {
      const by = c.get('session').email;
      const lines = await services.inquiries.exportInquiries(c.req.valid('query'), { by });
      return csvResponse(`inquiries-${services.now().slice(0, 10)}.csv`, lines);
    })
    .openapi(open, async (c) => {
      const inquiry = await services.inquiries.openInquiry(c.req.valid('param').id);
      if (inquiry === null) {
        throw notFound('There is no such inquiry.');
      }
      return c.json(inquiry, 200);
    })
    .openapi(mark, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(unwrap(await services.inquiries.markInquiry(id, c.req.valid('json'))), 200);
    })
    .openapi(note, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(unwrap(await services.inquiries.noteInquiry(id, c.req.valid('json'))), 200);
    })
    .openapi(remove, async (c) => {
      const by = c.get('session').email;
      unwrap(await services.inquiries.removeInquiry(c.req.valid('param').id, { by }));
      return c.body(null, 204);
    });
}

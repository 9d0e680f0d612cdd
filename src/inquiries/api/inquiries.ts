import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { idParam } from '../../server/http/common-schemas.ts';
import { csvResponse } from '../../server/http/csv.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { notFound } from '../../server/http/error-responses.ts';
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

const NO_INQUIRY = 'There is no such inquiry';

/** The inbox of the forms. `now` is ISO 8601 in UTC. */
export function inquiries(services: {
  inquiries: Inquiries;
  mail: { mailFailure: () => Promise<string | null> };
  backups: { failure: string | null };
  now: () => string;
}) {
  return calls([
    call(
      {
        get: '/admin/inquiries',
        summary: 'Inquiries, the latest first',
        for: 'administrator',
        query: filterSchema.extend(pageQuery(50).shape),
        200: [
          z.object({
            inquiries: z.array(summarySchema),
            total: z.int().meta({ description: 'On all pages' }),
            unread: z.int().meta({ description: 'Whatever the filter' }),
            nextCursor: z.string().nullable(),
          }),
          'A page of inquiries',
        ],
      },
      async ({ query: { cursor, ...filter } }) => {
        const [page, waiting] = await Promise.all([
          services.inquiries.inquiries({ ...filter, after: cursor }),
          services.inquiries.unreadInquiries(),
        ]);
        const { next, ...shown } = page;
        const nextCursor = encodeCursor(next);
        return { ...shown, unread: waiting, nextCursor };
      },
    ),
    call(
      {
        get: '/admin/inquiries/unread',
        summary: 'How many inquiries are unread, whether forms are live, and what fails',
        for: 'administrator',
        200: [unreadSchema, 'The number'],
      },
      async () => {
        const { liveForms, mailFolder, unreadInquiries } = services.inquiries;
        const unread = await unreadInquiries();
        const mailFailure = await services.mail.mailFailure();
        const backupFailure = services.backups.failure;
        return { unread, liveForms, mailFolder, mailFailure, backupFailure };
      },
    ),
    call(
      {
        get: '/admin/inquiries/export',
        summary: 'Inquiries as CSV for spreadsheets',
        for: 'administrator',
        query: filterSchema,
        200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
      },
      async ({ query, by }) => {
        const lines = await services.inquiries.exportInquiries(query, { by });
        return csvResponse(`inquiries-${services.now().slice(0, 10)}.csv`, lines);
      },
    ),
    call(
      {
        get: '/admin/inquiries/:id',
        summary: 'One inquiry, which is read from then on',
        for: 'administrator',
        params: idParam,
        200: [inquirySchema, 'The inquiry'],
        404: NO_INQUIRY,
      },
      async ({ params }) => {
        const inquiry = await services.inquiries.openInquiry(params.id);
        if (inquiry === null) {
          throw notFound('There is no such inquiry.');
        }
        return inquiry;
      },
    ),
    call(
      {
        patch: '/admin/inquiries/:id',
        summary: 'Mark an inquiry as read, handled, suspected, or not',
        for: 'administrator',
        params: idParam,
        body: markSchema,
        200: [inquirySchema, 'The inquiry as it is now'],
        404: NO_INQUIRY,
      },
      ({ body, params: { id } }) => services.inquiries.markInquiry(id, body),
    ),
    call(
      {
        put: '/admin/inquiries/:id/note',
        summary: 'Write the note of an inquiry',
        for: 'administrator',
        params: idParam,
        body: noteSchema,
        200: [inquirySchema, 'The inquiry as it is now'],
        404: NO_INQUIRY,
        409: [noteConflictSchema, 'The note has been changed in the meantime'],
      },
      ({ body, params: { id } }) => services.inquiries.noteInquiry(id, body),
    ),
    call(
      {
        delete: '/admin/inquiries/:id',
        summary: 'Delete an inquiry',
        for: 'administrator',
        params: idParam,
        204: 'Deleted',
        404: NO_INQUIRY,
      },
      ({ params, by }) => services.inquiries.removeInquiry(params.id, { by }),
    ),
  ]);
}

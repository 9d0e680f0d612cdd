import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { mailFailure } from '../../mail/outbox.ts';
import { idParam } from '../../server/http/common-schemas.ts';
import { csvResponse } from '../../server/http/csv.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { notFound } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { countUnreadInquiries, listInquiries, openInquiry } from '../inbox.ts';
import { markInquiry, noteInquiry, removeInquiry } from '../inquiry-changes.ts';
import { exportInquiries } from '../inquiry-export.ts';
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

/** The inbox of the forms. */
export function inquiries(site: Site) {
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
          listInquiries(site, { ...filter, after: cursor }),
          countUnreadInquiries(site),
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
        const [unread, failure] = await Promise.all([
          countUnreadInquiries(site),
          mailFailure(site.db, site.now()),
        ]);
        const { liveForms, mailFolder } = site;
        const backupFailure = site.backups.failure;
        return { unread, liveForms, mailFolder, mailFailure: failure, backupFailure };
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
        const lines = await exportInquiries(site, query, { by });
        return csvResponse(`inquiries-${site.now().slice(0, 10)}.csv`, lines);
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
        const inquiry = await openInquiry(site, params.id);
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
      ({ body, params: { id } }) => markInquiry(site, id, body),
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
      ({ body, params: { id } }) => noteInquiry(site, id, body),
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
      ({ params, by }) => removeInquiry(site, params.id, { by }),
    ),
  ]);
}

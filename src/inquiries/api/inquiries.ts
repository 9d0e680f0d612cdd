import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { text } from '../../server/fields.ts';
import { idParam } from '../../server/http/common-schemas.ts';
import { downloadResponse } from '../../server/http/csv.ts';
import { pageQuery, presentPage } from '../../server/http/cursor.ts';
import type { Site } from '../../site.ts';
import { INQUIRY_KINDS } from '../forms.ts';
import {
  changeInquiry,
  changeSchema,
  countUnreadInquiries,
  exportInquiries,
  INQUIRY_STATES,
  inquirySchema,
  listInquiries,
  removeInquiry,
} from '../inbox.ts';

const conflictSchema = z.object({ detail: z.string(), current: inquirySchema });

const filterSchema = z.object({
  kind: z.enum(INQUIRY_KINDS).optional(),
  state: z
    .enum(INQUIRY_STATES)
    .optional()
    .meta({ description: 'Without it, all but the suspected ones' }),
  q: text(200).optional().meta({ description: 'Words in name, address, company or message' }),
});

const unreadSchema = z
  .object({
    unread: z.int(),
    liveForms: z.boolean().meta({
      description: 'Whether the newsletter, investor and waitlist forms reach the server',
    }),
    mailFolder: z.string().nullable().meta({
      description: 'Where emails are written to files; null if a mail server sends them',
    }),
    mailFailure: z.string().nullable().meta({
      description: 'Why the last email did not leave; null when one has left since',
    }),
    backupFailure: z.string().nullable().meta({ description: 'Why the daily backup failed' }),
  })
  .meta({ id: 'UnreadInquiries' });

const NO_INQUIRY = 'There is no such inquiry';

export function inquiries(site: Site) {
  return calls([
    call({
      get: '/admin/inquiries',
      summary: 'Inquiries, the latest first',
      for: 'administrator',
      query: filterSchema.extend(pageQuery(50).shape),
      200: [
        z.object({
          inquiries: z.array(inquirySchema),
          total: z.int().meta({ description: 'On all pages' }),
          unread: z.int().meta({ description: 'Whatever the filter' }),
          nextCursor: z.string().nullable(),
        }),
        'A page of inquiries',
      ],
    }).to(async ({ query }) => {
      const page = await listInquiries(site, query);
      return presentPage({ ...page, unread: await countUnreadInquiries(site) });
    }),
    call({
      get: '/admin/inquiries/unread',
      summary: 'How many inquiries are unread, whether forms are live, and what fails',
      for: 'administrator',
      200: [unreadSchema, 'The number'],
    }).to(async () => {
      const { liveForms, mailFolder, failures: failed } = site;
      const failures = { mailFailure: failed.mail, backupFailure: failed.backup };
      return { unread: await countUnreadInquiries(site), liveForms, mailFolder, ...failures };
    }),
    call({
      get: '/admin/inquiries/export',
      summary: 'Inquiries as CSV for spreadsheets',
      for: 'administrator',
      query: filterSchema,
      200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
    }).to(async ({ query, by }) => {
      const lines = await exportInquiries(site, query, { by });
      return downloadResponse(`inquiries-${site.now().slice(0, 10)}.csv`, 'text/csv', lines);
    }),
    call({
      get: '/admin/inquiries/:id',
      summary: 'One inquiry, which is read from then on',
      for: 'administrator',
      params: idParam,
      200: [inquirySchema, 'The inquiry'],
      404: NO_INQUIRY,
    }).to(({ params: { id } }) => changeInquiry(site, id, { isRead: true })),
    call({
      patch: '/admin/inquiries/:id',
      summary: 'Mark an inquiry as read, handled, suspected, or not, or write its note',
      for: 'administrator',
      params: idParam,
      body: changeSchema,
      200: [inquirySchema, 'The inquiry as it is now'],
      404: NO_INQUIRY,
      409: [conflictSchema, 'The note has been changed in the meantime'],
    }).to(({ body, params: { id } }) => changeInquiry(site, id, body)),
    call({
      delete: '/admin/inquiries/:id',
      summary: 'Delete an inquiry',
      for: 'administrator',
      params: idParam,
      204: 'Deleted',
      404: NO_INQUIRY,
    }).to(({ params, by }) => removeInquiry(site, params.id, { by })),
  ]);
}

import type { Composers } from '../mail/dispatcher.ts';
import type { MailContent } from '../mail/mail.ts';
import type { ClaimedMail } from '../mail/outbox.ts';
import type { Site } from '../site.ts';
import type { Inquiry } from './inquiry.ts';

async function composeInquiryNotice(site: Site, mail: ClaimedMail): Promise<MailContent | null> {
  const inquiry = await inquiryOf(site, mail);
  if (inquiry === null) return null;
  const { inquiryNotice } = await import('./mails/inquiry-notice.ts');
  const inboxUrl = `${site.identity.url}/admin/inbox/${mail.data.inquiry}`;
  return {
    ...(await inquiryNotice({ site: site.identity, inquiry, inboxUrl })),
    replyTo: inquiry.email,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

async function composeInquiryReceipt(site: Site, mail: ClaimedMail): Promise<MailContent | null> {
  const inquiry = await inquiryOf(site, mail);
  if (inquiry === null) return null;
  const { inquiryReceipt } = await import('./mails/inquiry-receipt.ts');
  return {
    ...(await inquiryReceipt({ site: site.identity, inquiry })),
    replyTo: site.identity.email,
    // Automatic responders do not answer it (RFC 3834, section 2).
    headers: { 'Auto-Submitted': 'auto-replied' },
  };
}

/** The inquiry of a mail; null when it was deleted. */
async function inquiryOf({ db: { query } }: Site, { data }: ClaimedMail): Promise<Inquiry | null> {
  const row = await query
    .selectFrom('inquiries')
    .select(['kind', 'name', 'email', 'company', 'message'])
    .select(['job_title as jobTitle', 'request_type as requestType'])
    .select('received_at as receivedAt')
    .where('id', '=', data.inquiry ?? '')
    .executeTakeFirst();
  return row ?? null;
}

export const INQUIRY_MAILS: Composers = {
  'inquiry-notice': composeInquiryNotice,
  'inquiry-receipt': composeInquiryReceipt,
};

import type { Composers } from '../mail/compose-by-kind.ts';
import type { MailContent } from '../mail/mail.ts';
import type { ClaimedMail } from '../mail/outbox.ts';
import type { Database } from '../server/db/connect.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import type { Inquiry } from './inquiry.ts';

type InquiryMailDeps = { db: Pick<Database, 'query'>; site: SiteIdentity };

/** The mails about an inquiry: a notice to the inbox, and a receipt to the visitor. */
export function createInquiryMail({ db: { query }, site }: InquiryMailDeps): Composers {
  async function composeNotice(mail: ClaimedMail): Promise<MailContent | null> {
    const inquiry = await inquiryOf(mail);
    if (inquiry === null) return null;
    const { inquiryNotice } = await import('./mails/inquiry-notice.ts');
    const inboxUrl = `${site.url}/admin/inbox/${mail.data.inquiry}`;
    return {
      ...(await inquiryNotice({ site, inquiry, inboxUrl })),
      replyTo: inquiry.email,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
  }

  async function composeReceipt(mail: ClaimedMail): Promise<MailContent | null> {
    const inquiry = await inquiryOf(mail);
    if (inquiry === null) return null;
    const { inquiryReceipt } = await import('./mails/inquiry-receipt.ts');
    return {
      ...(await inquiryReceipt({ site, inquiry })),
      replyTo: site.email,
      // Automatic responders do not answer it (RFC 3834, section 2).
      headers: { 'Auto-Submitted': 'auto-replied' },
    };
  }

  /** The inquiry of a mail; null when it was deleted. */
  async function inquiryOf({ data }: ClaimedMail): Promise<Inquiry | null> {
    const row = await query
      .selectFrom('inquiries')
      .select(['kind', 'name', 'email', 'company', 'message'])
      .select(['job_title as jobTitle', 'request_type as requestType'])
      .select('received_at as receivedAt')
      .where('id', '=', data.inquiry ?? '')
      .executeTakeFirst();
    return row ?? null;
  }

  return { 'inquiry-notice': composeNotice, 'inquiry-receipt': composeReceipt };
}

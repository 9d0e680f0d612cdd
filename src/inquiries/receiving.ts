import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Composers } from '../mail/dispatcher.ts';
import { enqueue } from '../mail/enqueue.ts';
import { type MailContent, mailboxOf } from '../mail/mail.ts';
import type { ClaimedMail } from '../mail/outbox.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { type Limit, networkOf } from '../server/limits/limits.ts';
import type { Site } from '../site.ts';
import type { ContactInquiry } from './contact.ts';
import type { Inquiry } from './inquiry.ts';
import type { investorSchema, waitlistSchema } from './live-forms.ts';

async function composeInquiryNotice(site: Site, mail: ClaimedMail): Promise<MailContent | null> {
  const inquiry = await inquiryOf(site, mail);
  if (inquiry === null) return null;
  const { inquiryNotice } = await import('./mails.ts');
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
  const { inquiryReceipt } = await import('./mails.ts');
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

const HOUR = 60 * 60;

/** Inquiries above this limit are refused; none is by its email, which may be somebody else's. */
const PER_NETWORK: Limit = { name: 'inquiry-network', max: 60, seconds: HOUR };

/** Inquiries above these limits are stored without mails. */
export const RECEIPTS: Limit = { name: 'inquiry-receipt', max: 3, seconds: 24 * HOUR };
const NOTICES: Limit = { name: 'inquiry-notice', max: 200, seconds: HOUR };

/** All mailboxes together: attackers with made-up emails and many networks must not make us mail strangers. */
const TOTAL_RECEIPTS: Limit = { name: 'inquiry-receipt-all', max: 200, seconds: HOUR };

/** Metadata of a submitted form. */
export type SubmissionSource = {
  /** The client's IP address; null without a connection. */
  ip: string | null;
  /** Probably sent by a program: stored without mails. */
  isSuspected: boolean;
};

/** Stores a contact inquiry; it is committed when this succeeds. */
export const receiveContact = (site: Site, inquiry: ContactInquiry, source: SubmissionSource) =>
  receive(site, { ...inquiry, kind: 'contact' }, source);

export const receiveInvestor = (
  site: Site,
  { organization, ...form }: z.output<typeof investorSchema>,
  source: SubmissionSource,
) => receiveLive(site, { ...form, kind: 'investor', company: organization, jobTitle: '' }, source);

export const receiveWaitlist = (
  site: Site,
  { role, ...form }: z.output<typeof waitlistSchema>,
  source: SubmissionSource,
) => receiveLive(site, { ...form, kind: 'waitlist', jobTitle: role }, source);

async function receiveLive(
  site: Site,
  inquiry: Omit<Inquiry, 'receivedAt' | 'requestType'>,
  source: SubmissionSource,
): Promise<Result<null>> {
  return site.liveForms
    ? receive(site, { ...inquiry, requestType: 'general' }, source)
    : fail({ kind: 'not-found', detail: 'This form is not live.' });
}

async function receive(
  site: Site,
  inquiry: Omit<Inquiry, 'receivedAt'>,
  { ip, isSuspected }: SubmissionSource,
): Promise<Result<null>> {
  const network = networkOf(ip);
  const retryAfter = network === null ? null : site.limits.spend(PER_NETWORK, network);
  if (retryAfter !== null) {
    const detail = 'Too many enquiries have come from your network. Please try again later.';
    return fail({ kind: 'too-many', detail, retryAfter });
  }
  const id = randomUUID();
  const mails = isSuspected ? [] : mailsAbout(site, id, inquiry.email);
  const receivedAt = site.now();
  await inTransaction(site.db.query, async (trx) => {
    await trx
      .insertInto('inquiries')
      .values({
        id,
        kind: inquiry.kind,
        name: inquiry.name,
        email: inquiry.email,
        company: inquiry.company,
        job_title: inquiry.jobTitle,
        message: inquiry.message,
        request_type: inquiry.requestType,
        received_at: receivedAt,
        suspected: isSuspected ? 1 : 0,
      })
      .execute();
    await enqueue(trx, receivedAt, mails);
  });
  if (mails.length > 0) site.onMailEnqueued();
  return succeed(null);
}

function mailsAbout({ limits, inboxEmail }: Site, inquiry: string, email: string) {
  const isNoticed = limits.spend(NOTICES, inboxEmail) === null;
  const isAcknowledged =
    limits.spend(RECEIPTS, mailboxOf(email)) === null &&
    limits.spend(TOTAL_RECEIPTS, 'all') === null;
  const data = { inquiry };
  return [
    ...(isNoticed ? [{ kind: 'inquiry-notice', recipient: inboxEmail, data }] : []),
    ...(isAcknowledged ? [{ kind: 'inquiry-receipt', recipient: email, data }] : []),
  ];
}

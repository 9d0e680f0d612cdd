import { randomUUID } from 'node:crypto';
import { enqueue } from '../mail/enqueue.ts';
import { mailboxOf } from '../mail/mail.ts';
import type { Composers } from '../mail/outbox.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, notFound, type Result, succeed } from '../server/failure.ts';
import { type Limit, networkOf } from '../server/limits/limits.ts';
import type { Site } from '../site.ts';
import type { SentInquiry } from './forms.ts';
import { readInquiry } from './inbox.ts';

export const INQUIRY_MAILS: Composers = {
  async 'inquiry-notice'(site, { data: { inquiry: id = '' } }) {
    const inquiry = await readInquiry(site, id);
    if (!inquiry.ok) return null;
    const { inquiryNotice } = await import('./mails.ts');
    const inboxUrl = `${site.identity.url}/admin/inbox/${id}`;
    return {
      ...(await inquiryNotice({ site: site.identity, inquiry: inquiry.value, inboxUrl })),
      replyTo: inquiry.value.email,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
  },
  async 'inquiry-receipt'(site, { data: { inquiry: id = '' } }) {
    const inquiry = await readInquiry(site, id);
    if (!inquiry.ok) return null;
    const { inquiryReceipt } = await import('./mails.ts');
    return {
      ...(await inquiryReceipt({ site: site.identity, inquiry: inquiry.value })),
      replyTo: site.identity.email,
      // Automatic responders do not answer it (RFC 3834, section 2).
      headers: { 'Auto-Submitted': 'auto-replied' },
    };
  },
};

const HOUR = 60 * 60;

/** Inquiries above this limit are refused; none is by its email, which may be somebody else's. */
const PER_NETWORK: Limit = { name: 'inquiry-network', max: 60, seconds: HOUR };

/** Inquiries above these limits are stored without mails. */
export const RECEIPTS: Limit = { name: 'inquiry-receipt', max: 3, seconds: 24 * HOUR };
const NOTICES: Limit = { name: 'inquiry-notice', max: 200, seconds: HOUR };

/** All mailboxes together: attackers with made-up emails and many networks must not make us mail strangers. */
const TOTAL_RECEIPTS: Limit = { name: 'inquiry-receipt-all', max: 200, seconds: HOUR };

/**
 * Stores an inquiry; it is committed when this succeeds. One that was probably sent by a program is stored without mails.
 *
 * @param ip of the client; null without a connection
 */
export async function receiveInquiry(
  site: Site,
  { subject, jobTitle, requestType, ...inquiry }: SentInquiry,
  ip: string | null,
): Promise<Result<null>> {
  if (inquiry.kind !== 'contact' && !site.liveForms) return notFound('This form is not live.');
  const network = networkOf(ip);
  const retryAfter = network === null ? null : site.limits.spend(PER_NETWORK, network);
  if (retryAfter !== null) {
    const detail = 'Too many enquiries have come from your network. Please try again later.';
    return fail({ kind: 'too-many', detail, retryAfter });
  }
  const id = randomUUID();
  const isSuspected = subject !== '';
  const mails = isSuspected ? [] : mailsAbout(site, id, inquiry.email);
  const receivedAt = site.now();
  const row = {
    ...inquiry,
    id,
    job_title: jobTitle,
    request_type: requestType,
    received_at: receivedAt,
    suspected: isSuspected ? (1 as const) : (0 as const),
  };
  await inTransaction(site.db.query, async (trx) => {
    await trx.insertInto('inquiries').values(row).execute();
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

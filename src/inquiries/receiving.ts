import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { enqueue } from '../mail/enqueue.ts';
import type { Database } from '../server/db/connect.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Limit, Limits } from '../server/limits/limits.ts';
import { networkOf } from '../server/limits/network.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import type { ContactInquiry } from './contact.ts';
import type { Inquiry } from './inquiry.ts';
import { createInquiryMail } from './inquiry-mail.ts';
import type { investorSchema, waitlistSchema } from './live-forms.ts';

const HOUR = 60 * 60;

/** Inquiries above these limits are refused. */
const PER_EMAIL: Limit = { name: 'inquiry-address', max: 20, seconds: HOUR };
const PER_NETWORK: Limit = { name: 'inquiry-network', max: 60, seconds: HOUR };

/** Inquiries above these limits are stored without mails. */
const RECEIPTS: Limit = { name: 'inquiry-receipt', max: 3, seconds: 24 * HOUR };
const NOTICES: Limit = { name: 'inquiry-notice', max: 200, seconds: HOUR };

/** All mailboxes together: attackers with made-up emails and many networks must not make us mail strangers. */
const TOTAL_RECEIPTS: Limit = { name: 'inquiry-receipt-all', max: 200, seconds: HOUR };

/** The limits that count by email, which erasure resets. */
export const EMAIL_LIMITS = [PER_EMAIL, RECEIPTS] as const;

/** Metadata of a submitted form. */
export type SubmissionSource = {
  /** The client's IP address; null without a connection. */
  ip: string | null;
  /** Probably sent by a program: stored without mails. */
  isSuspected: boolean;
};

export type ReceivingDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  limits: Limits;
  site: SiteIdentity;
  inboxEmail: string;
  liveForms: boolean;
  /** Where mail is written to files; null where a mail server is set. */
  mailFolder: string | null;
  onMailEnqueued: () => void;
};

/** Receives the forms of visitors, and mails a receipt to the visitor and a notice to the inbox. */
export function createReceiving(deps: ReceivingDeps) {
  const { db, now, limits, site, inboxEmail, liveForms, onMailEnqueued } = deps;

  /** Stores a contact inquiry; it is committed when this succeeds. */
  const receiveContact = (inquiry: ContactInquiry, source: SubmissionSource) =>
    receive({ ...inquiry, kind: 'contact' }, source);

  /** Stores an inquiry of the investor form, if forms are live. */
  const receiveInvestor = live((inquiry: z.output<typeof investorSchema>) => ({
    kind: 'investor' as const,
    name: inquiry.name,
    email: inquiry.email,
    company: inquiry.organization,
    jobTitle: '',
    message: inquiry.message,
    requestType: 'general',
  }));

  /** Stores an inquiry of the waitlist form, if forms are live. */
  const receiveWaitlist = live((inquiry: z.output<typeof waitlistSchema>) => ({
    kind: 'waitlist' as const,
    name: inquiry.name,
    email: inquiry.email,
    company: inquiry.company,
    jobTitle: inquiry.role,
    message: inquiry.message,
    requestType: 'general',
  }));

  function live<Form>(inquiryOf: (form: Form) => Omit<Inquiry, 'receivedAt'>) {
    return async (form: Form, source: SubmissionSource): Promise<Result<null>> =>
      liveForms
        ? receive(inquiryOf(form), source)
        : fail({ kind: 'not-found', detail: 'This form is not live.' });
  }

  async function receive(
    inquiry: Omit<Inquiry, 'receivedAt'>,
    { ip, isSuspected }: SubmissionSource,
  ): Promise<Result<null>> {
    const retryAfter = await secondsToWait(inquiry.email, networkOf(ip));
    if (retryAfter !== null) {
      const detail = 'Too many enquiries have come from your network. Please try again later.';
      return fail({ kind: 'too-many', detail, retryAfter });
    }
    const id = randomUUID();
    const mails = isSuspected ? [] : await mailsAbout(id, inquiry.email);
    const receivedAt = now();
    await inTransaction(db.query, async (trx) => {
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
    if (mails.length > 0) onMailEnqueued();
    return succeed(null);
  }

  async function secondsToWait(email: string, network: string | null): Promise<number | null> {
    const ofNetwork = network === null ? null : await limits.spend(PER_NETWORK, network);
    return ofNetwork ?? limits.spend(PER_EMAIL, mailboxOf(email));
  }

  async function mailsAbout(inquiry: string, email: string) {
    const isNoticed = (await limits.spend(NOTICES, inboxEmail)) === null;
    const isAcknowledged =
      (await limits.spend(RECEIPTS, mailboxOf(email))) === null &&
      (await limits.spend(TOTAL_RECEIPTS, 'all')) === null;
    const data = { inquiry };
    return [
      ...(isNoticed ? [{ kind: 'inquiry-notice', recipient: inboxEmail, data }] : []),
      ...(isAcknowledged ? [{ kind: 'inquiry-receipt', recipient: email, data }] : []),
    ];
  }

  const composers = createInquiryMail({ db, site });
  return { receiveContact, receiveInvestor, receiveWaitlist, composers };
}

/** An email without letter case and "+tag": many servers deliver these to the same mailbox. */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*(?=@)/, '');
}

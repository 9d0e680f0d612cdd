import type { Retention } from '../../content/retention.ts';
import type { Database } from '../../db/connect.ts';
import type { Limits } from '../abuse/limits.ts';
import type { MailFiles } from '../mail/mail-files.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Parts = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  retention: Retention;
  limits: Limits;
  mailFiles: MailFiles;
  /** Keeps what is to outlive the mails of newsletters. */
  tallyIssues: () => Promise<void>;
};

/** What was deleted, by kind. */
export type Deleted = Record<
  'inquiries' | 'subscriptions' | 'mails' | 'mailFiles' | 'autosaves' | 'auditEvents',
  number
>;

/** Lets nothing of people be kept for longer than the privacy policy says. */
export function createRetention(parts: Parts) {
  const { db, now, retention, limits, mailFiles, tallyIssues } = parts;
  const { query } = db;

  /** Deletes what is over. It does not matter how often, or whether several processes do. */
  async function deleteWhatIsOver(): Promise<Deleted> {
    const before = (kept: keyof Retention) =>
      new Date(Date.parse(now()) - retention[kept].days * DAY_MS).toISOString();
    const inquiries = await query
      .deleteFrom('inquiries')
      .where(({ eb, or, and, fn }) =>
        or([
          eb(fn.coalesce('handled_at', 'received_at'), '<', before('inquiries')),
          and([eb('suspected', '=', 1), eb('received_at', '<', before('suspectedInquiries'))]),
        ]),
      )
      .executeTakeFirst();
    const subscriptions = await query
      .deleteFrom('subscribers')
      .where(({ eb, or, and }) =>
        or([
          and([eb('state', '=', 'pending'), eb('asked_at', '<', before('unconfirmedSignUps'))]),
          and([
            eb('state', 'in', ['unsubscribed', 'bounced']),
            eb('ended_at', '<', before('endedSubscriptions')),
          ]),
        ]),
      )
      .executeTakeFirst();
    await tallyIssues();
    const mails = await query
      .deleteFrom('outbox')
      .where('state', '<>', 'waiting')
      .where('settled_at', '<', before('mails'))
      .executeTakeFirst();
    const autosaves = await query
      .deleteFrom('autosaves')
      .where('saved_at', '<', before('autosaves'))
      .executeTakeFirst();
    const auditEvents = await query
      .deleteFrom('audit_events')
      .where('at', '<', before('audit'))
      .executeTakeFirst();
    await limits.purgeExpired();
    return {
      inquiries: Number(inquiries.numDeletedRows),
      subscriptions: Number(subscriptions.numDeletedRows),
      mails: Number(mails.numDeletedRows),
      mailFiles: await mailFiles.removeOlderThan(before('mails')),
      autosaves: Number(autosaves.numDeletedRows),
      auditEvents: Number(auditEvents.numDeletedRows),
    };
  }

  return { deleteWhatIsOver };
}

import type { DeleteResult } from 'kysely';
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
export type PurgedCounts = Record<
  'inquiries' | 'subscriptions' | 'mails' | 'mailFiles' | 'autosaves' | 'auditEvents',
  number
>;

/** Lets nothing of people be kept for longer than the privacy policy says. */
export function createRetention(parts: Parts) {
  const { db, now, retention, limits, mailFiles, tallyIssues } = parts;
  const { query } = db;

  /**
   * Purges everything that has expired. It does not matter how often, or whether several processes do.
   *
   * @throws AggregateError of what could not be purged, after the rest was
   */
  async function purgeExpiredData(): Promise<PurgedCounts> {
    const before = (kept: keyof Retention) =>
      new Date(Date.parse(now()) - retention[kept].days * DAY_MS).toISOString();
    const deleted: PurgedCounts = {
      ...{ inquiries: 0, subscriptions: 0, mails: 0, mailFiles: 0, autosaves: 0, auditEvents: 0 },
    };
    const steps: (() => Promise<void>)[] = [
      async () => {
        deleted.inquiries = await countDeleted(
          query
            .deleteFrom('inquiries')
            .where(({ eb, or, and, fn }) =>
              or([
                eb(fn.coalesce('handled_at', 'received_at'), '<', before('inquiries')),
                and([
                  eb('suspected', '=', 1),
                  eb('received_at', '<', before('suspectedInquiries')),
                ]),
              ]),
            ),
        );
      },
      async () => {
        deleted.subscriptions = await countDeleted(
          query
            .deleteFrom('subscribers')
            .where(({ eb, or, and }) =>
              or([
                and([
                  eb('state', '=', 'pending'),
                  eb('asked_at', '<', before('unconfirmedSignUps')),
                ]),
                and([
                  eb('state', 'in', ['unsubscribed', 'bounced']),
                  eb('ended_at', '<', before('endedSubscriptions')),
                ]),
              ]),
            ),
        );
      },
      async () => {
        // An issue's figures are counted from its mails.
        await tallyIssues();
        deleted.mails = await countDeleted(
          query
            .deleteFrom('outbox')
            .where('state', '<>', 'waiting')
            .where('settled_at', '<', before('mails')),
        );
      },
      async () => {
        deleted.mailFiles = await mailFiles.removeOlderThan(before('mails'));
      },
      async () => {
        deleted.autosaves = await countDeleted(
          query.deleteFrom('autosaves').where('saved_at', '<', before('autosaves')),
        );
      },
      async () => {
        deleted.auditEvents = await countDeleted(
          query.deleteFrom('audit_events').where('at', '<', before('audit')),
        );
      },
      limits.purgeExpired,
    ];
    const errors: unknown[] = [];
    for (const step of steps) await step().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors, 'Not all that has expired was purged');
    return deleted;
  }

  return { purgeExpiredData };
}

async function countDeleted(statement: { executeTakeFirst(): Promise<DeleteResult> }) {
  const { numDeletedRows } = await statement.executeTakeFirst();
  return Number(numDeletedRows);
}

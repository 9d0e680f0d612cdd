import type { DeleteResult } from 'kysely';
import type { Accounts, PurgedAccess } from '../../accounts/accounts.ts';
import type { Retention } from '../../content/retention.ts';
import type { MailFiles } from '../../mail/mail.ts';
import type { Posts } from '../../posts/posts.ts';
import { attemptEach } from '../../server/attempt-each.ts';
import type { Database } from '../../server/db/connect.ts';
import { addMilliseconds } from '../../server/instants.ts';
import type { Limits } from '../../server/limits/limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export type RetentionDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  retention: Retention;
  limits: Limits;
  mailFiles: MailFiles;
  /** Copies the figures of newsletter issues before their mails are purged. */
  tallyIssues: () => Promise<void>;
  accounts: Pick<Accounts, 'purgeAccess'>;
  posts: Pick<Posts, 'purgePreviewLinks' | 'purgeTrash' | 'thinVersions'>;
};

/** Counts of deleted rows and files. */
export type PurgedCounts = PurgedAccess &
  Record<
    | 'inquiries'
    | 'subscriptions'
    | 'mails'
    | 'mailFiles'
    | 'autosaves'
    | 'auditEvents'
    | 'previewLinks'
    | 'trashedPosts'
    | 'versions',
    number
  >;

/** Enforces the retention periods of the privacy policy. */
export function createRetention(deps: RetentionDeps) {
  const { db, now, retention, limits, mailFiles, accounts, posts, tallyIssues } = deps;
  const { query } = db;

  /**
   * Purges all expired data. Idempotent, also in several processes at once.
   *
   * @throws AggregateError of the steps that failed, after all steps have run
   */
  async function purgeExpiredData(): Promise<PurgedCounts> {
    const before = (kind: keyof Retention) =>
      addMilliseconds(now(), -retention[kind].days * DAY_MS);
    const deleted: PurgedCounts = {
      inquiries: 0,
      subscriptions: 0,
      mails: 0,
      mailFiles: 0,
      autosaves: 0,
      auditEvents: 0,
      sessions: 0,
      signInSteps: 0,
      networks: 0,
      invitations: 0,
      passwordResets: 0,
      previewLinks: 0,
      trashedPosts: 0,
      versions: 0,
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
        // The figures of an issue are counted from its mails.
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
        deleted.trashedPosts = await posts.purgeTrash(before('trash'));
      },
      async () => {
        deleted.versions = await posts.thinVersions(before('versions'));
      },
      async () => {
        deleted.auditEvents = await countDeleted(
          query.deleteFrom('audit_events').where('at', '<', before('audit')),
        );
      },
      async () => void Object.assign(deleted, await accounts.purgeAccess()),
      async () => {
        deleted.previewLinks = await posts.purgePreviewLinks();
      },
      limits.purgeExpired,
    ];
    await attemptEach(steps, (step) => step(), 'Some expired data was not deleted');
    return deleted;
  }

  return { purgeExpiredData };
}

async function countDeleted(statement: { executeTakeFirst(): Promise<DeleteResult> }) {
  const { numDeletedRows } = await statement.executeTakeFirst();
  return Number(numDeletedRows);
}

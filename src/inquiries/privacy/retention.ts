import type { DeleteResult } from 'kysely';
import { type PurgedAccess, purgeAccess } from '../../accounts/purge-access.ts';
import type { Retention } from '../../content/retention.ts';
import { purgePreviewLinks } from '../../posts/preview-link.ts';
import { thinVersions } from '../../posts/revisions.ts';
import { purgeTrash } from '../../posts/trash.ts';
import { addMilliseconds } from '../../server/instants.ts';
import { attemptEach } from '../../server/recurring-job.ts';
import type { Site } from '../../site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Counts of deleted rows and files. */
export type PurgedCounts = PurgedAccess &
  Record<
    | 'inquiries'
    | 'subscriptions'
    | 'mails'
    | 'mailFiles'
    | 'drafts'
    | 'auditEvents'
    | 'previewLinks'
    | 'trashedPosts'
    | 'versions',
    number
  >;

/**
 * Purges all expired data. Idempotent, also in several processes at once.
 *
 * @throws AggregateError of the steps that failed, after all steps have run
 */
export async function purgeExpiredData(site: Site): Promise<PurgedCounts> {
  const before = (kind: keyof Retention) =>
    addMilliseconds(site.now(), -site.retention[kind].days * DAY_MS);
  const deleted: PurgedCounts = {
    inquiries: 0,
    subscriptions: 0,
    mails: 0,
    mailFiles: 0,
    drafts: 0,
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
        site.db.query
          .deleteFrom('inquiries')
          .where(({ eb, or, and, fn }) =>
            or([
              eb(fn.coalesce('handled_at', 'received_at'), '<', before('inquiries')),
              and([eb('suspected', '=', 1), eb('received_at', '<', before('suspectedInquiries'))]),
            ]),
          ),
      );
    },
    async () => {
      deleted.subscriptions = await countDeleted(
        site.db.query
          .deleteFrom('subscribers')
          .where(({ eb, or, and }) =>
            or([
              and([eb('state', '=', 'pending'), eb('asked_at', '<', before('unconfirmedSignUps'))]),
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
      await site.tallyIssues();
      deleted.mails = await countDeleted(
        site.db.query
          .deleteFrom('outbox')
          .where('state', '<>', 'waiting')
          .where('settled_at', '<', before('mails')),
      );
    },
    async () => {
      deleted.mailFiles = await site.mailFiles.removeOlderThan(before('mails'));
    },
    async () => {
      deleted.drafts = await countDeleted(
        site.db.query.deleteFrom('drafts').where('saved_at', '<', before('drafts')),
      );
    },
    async () => {
      deleted.trashedPosts = await purgeTrash(site, before('trash'));
    },
    async () => {
      deleted.versions = await thinVersions(site, before('versions'));
    },
    async () => {
      deleted.auditEvents = await countDeleted(
        site.db.query.deleteFrom('audit_events').where('at', '<', before('audit')),
      );
    },
    async () => void Object.assign(deleted, await purgeAccess(site)),
    async () => {
      deleted.previewLinks = await purgePreviewLinks(site);
    },
    site.limits.purgeExpired,
  ];
  await attemptEach(steps, (step) => step(), 'Some expired data was not deleted');
  return deleted;
}

async function countDeleted(statement: { executeTakeFirst(): Promise<DeleteResult> }) {
  const { numDeletedRows } = await statement.executeTakeFirst();
  return Number(numDeletedRows);
}

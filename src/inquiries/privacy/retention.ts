import type { DeleteResult } from 'kysely';
import { accessPurges } from '../../accounts/sessions.ts';
import type { Retention } from '../../content/retention.ts';
import { purgePreviewLinks } from '../../posts/preview-link.ts';
import { thinVersions } from '../../posts/revisions.ts';
import { purgeTrash } from '../../posts/trash.ts';
import { addMilliseconds } from '../../server/instants.ts';
import { attemptEach } from '../../server/recurring-job.ts';
import type { Site } from '../../site.ts';
import { emptyWriteAheadLog } from './person.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Idempotent, also in several processes at once.
 *
 * @returns the number of deleted rows and files of each kind
 * @throws AggregateError of the steps that failed, after all steps have run
 */
export async function purgeExpiredData(site: Site): Promise<Record<string, number>> {
  const { query } = site.db;
  const before = (kind: keyof Retention) =>
    addMilliseconds(site.now(), -site.retention[kind].days * DAY_MS);
  const steps: Record<string, () => Promise<DeleteResult | number>> = {
    inquiries: () =>
      query
        .deleteFrom('inquiries')
        .where(({ eb, or, and, fn }) =>
          or([
            eb(fn.coalesce('handled_at', 'received_at'), '<', before('inquiries')),
            and([eb('suspected', '=', 1), eb('received_at', '<', before('suspectedInquiries'))]),
          ]),
        )
        .executeTakeFirst(),
    subscriptions: () =>
      query
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
        .executeTakeFirst(),
    mails: async () => {
      // The figures of an issue are counted from its mails.
      await site.tallyIssues();
      return query
        .deleteFrom('outbox')
        .where('state', '<>', 'waiting')
        .where('settled_at', '<', before('mails'))
        .executeTakeFirst();
    },
    mailFiles: () => site.mailFiles.removeOlderThan(before('mails')),
    drafts: () =>
      query.deleteFrom('drafts').where('saved_at', '<', before('drafts')).executeTakeFirst(),
    trashedPosts: () => purgeTrash(site, before('trash')),
    versions: () => thinVersions(site, before('versions')),
    auditEvents: () =>
      query.deleteFrom('audit_events').where('at', '<', before('audit')).executeTakeFirst(),
    previewLinks: () => purgePreviewLinks(site),
    ...accessPurges(site),
  };
  const deleted: Record<string, number> = {};
  const counting = Object.entries(steps).map(([kind, purge]) => async () => {
    const purged = await purge();
    deleted[kind] = typeof purged === 'number' ? purged : Number(purged.numDeletedRows);
  });
  const all = [...counting, () => emptyWriteAheadLog(site)];
  await attemptEach(all, (step) => step(), 'Some expired data was not deleted');
  return deleted;
}

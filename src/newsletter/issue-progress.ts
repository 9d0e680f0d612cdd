import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';

export const RECIPIENT_STATES = ['waiting', 'sent', 'refused', 'expired', 'withdrawn'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** The number of mails of an issue by state. */
export type Progress = Record<RecipientState, number>;

/** Longer than the lifetime of a mail: after this, the states of an issue's mails are final. */
const SETTLED_MS = 4 * 24 * 60 * 60 * 1000;

/** Reads a covering index only, so that many recipients cost little. */
export async function readProgress(
  { db: { query } }: Site,
  rows: readonly { id: string }[],
): Promise<(id: string) => Progress> {
  const ids = rows.map(({ id }) => id);
  const counts = await query
    .selectFrom('outbox')
    .select((row) => ['batch', 'state', row.fn.countAll<number>().as('mails')])
    // PostgreSQL rejects an empty list.
    .where('batch', 'in', ids.length === 0 ? [''] : ids)
    .groupBy(['batch', 'state'])
    .execute();
  return (id) => {
    const of = (state: RecipientState) =>
      counts.find((count) => count.batch === id && count.state === state)?.mails ?? 0;
    return {
      waiting: of('waiting'),
      sent: of('sent'),
      refused: of('refused'),
      expired: of('expired'),
      withdrawn: of('withdrawn'),
    };
  };
}

/** Stores the counts of ended issues before the outbox purges their mails. */
export async function tallyIssues(site: Site): Promise<void> {
  const settled = addMilliseconds(site.now(), -SETTLED_MS);
  const rows = await site.db.query
    .selectFrom('newsletter_issues')
    .select('id')
    .where('tally', 'is', null)
    .where('sent_at', '<=', settled)
    .execute();
  const progressOf = await readProgress(site, rows);
  for (const { id } of rows) {
    await site.db.query
      .updateTable('newsletter_issues')
      .set({ tally: JSON.stringify(progressOf(id)) })
      .where('id', '=', id)
      // Another instance may have stored the counts and purged the mails since they were read.
      .where('tally', 'is', null)
      .execute();
  }
}

import { mayStill } from '../accounts/may-still.ts';
import { attemptEach } from '../server/attempt-each.ts';
import { inTransaction } from '../server/db/transaction.ts';
import type { Site } from '../site.ts';
import { writeIssue } from './issue-writing.ts';
import { endScheduled } from './scheduled-rows.ts';

/**
 * Sends the issues whose time has come. Those that cannot be sent stay, with the reason, and are not tried
 * again. Idempotent, and safe in several processes at once.
 *
 * @throws AggregateError of those that failed unexpectedly, after all were tried: they are tried again
 */
export async function sendDueIssues(site: Site): Promise<void> {
  const due = await site.db.query
    .selectFrom('scheduled_issues')
    .select('id')
    .where('send_at', '<=', site.now())
    .where('problem', 'is', null)
    .orderBy('send_at')
    .execute();
  await attemptEach(due, ({ id }) => sendDue(site, id), 'Issues could not be sent');
}

async function sendDue(
  { now, liveForms, onMailEnqueued, db: { query, engine } }: Site,
  id: string,
): Promise<void> {
  const isSent = await inTransaction(query, async (trx) => {
    const instant = now();
    const row = await trx
      .selectFrom('scheduled_issues')
      .selectAll()
      .where('id', '=', id)
      // It may have been changed or sent since the list was read.
      .where('send_at', '<=', instant)
      .where('problem', 'is', null)
      // Another process sends it.
      .$if(engine === 'postgres', (found) => found.forUpdate().skipLocked())
      .executeTakeFirst();
    if (row === undefined) return false;
    const { post_id: postId, subject, introduction, introduction_html, follows } = row;
    const written = { subject, introduction, introductionHtml: introduction_html };
    const by = row.scheduled_by;
    const problem = !liveForms
      ? 'The newsletter was off at the time.'
      : (await mayStill(trx, by, 'administrator'))
        ? await writeIssue({ trx, engine, instant }, { id, postId, follows, by, ...written })
        : 'The person who scheduled it is no longer allowed to send newsletters.';
    if (problem === null) await endScheduled(trx, engine, row);
    else await trx.updateTable('scheduled_issues').set({ problem }).where('id', '=', id).execute();
    return problem === null;
  });
  if (isSent) onMailEnqueued();
}

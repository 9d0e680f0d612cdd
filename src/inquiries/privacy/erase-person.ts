import type { Kysely } from 'kysely';
import { recordEvent } from '../../accounts/audit.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { EMAIL_LIMITS, mailboxOf } from '../receiving.ts';
import { concerns, isOf } from './export-person.ts';

/** Replaces the email of an erased administrator in records. */
export const ERASED_NAME = 'former administrator';

/** Counts of erased rows; `namesInRecords` counts records that stay without the name. */
export type ErasedCounts = Record<
  | 'inquiries'
  | 'subscriptions'
  | 'mails'
  | 'drafts'
  | 'previewLinks'
  | 'invitations'
  | 'namesInRecords',
  number
>;

/**
 * Erases a person everywhere; the audit entry does not say whom. Records of an administrator stay, by
 * {@link ERASED_NAME}. Fails as a conflict while the administrator can still sign in.
 */
export async function erasePerson(
  { now, signing, limits, mailFiles, db: { query } }: Site,
  anyCase: string,
): Promise<Result<ErasedCounts>> {
  const email = anyCase.toLowerCase();
  const hash = await signing.sign('subscriber', email);
  const erased = await inTransaction(query, async (trx) => {
    if (await isAdministrator(trx, email)) return null;
    // Before the inquiries, by which their notices are found.
    const mails = await trx
      .deleteFrom('outbox')
      .where(concerns(email))
      .returning('answer')
      .execute();
    const inquiries = await trx
      .deleteFrom('inquiries')
      .where(isOf('inquiries.email', email))
      .executeTakeFirst();
    const subscriptions = await trx
      .deleteFrom('subscribers')
      .where('email_hash', '=', hash)
      .executeTakeFirst();
    const drafts = await trx.deleteFrom('drafts').where('owner', '=', email).executeTakeFirst();
    const previewLinks = await trx
      .deleteFrom('preview_links')
      .where('created_by', '=', email)
      .executeTakeFirst();
    const invitations = await trx
      .deleteFrom('invitations')
      .where('email', '=', email)
      .executeTakeFirst();
    const namesInRecords = await anonymize(trx, email);
    await recordEvent(trx, { at: now(), actor: null, action: 'person-erased', subject: '' });
    return {
      files: mails.map(({ answer }) => answer),
      counts: {
        inquiries: Number(inquiries.numDeletedRows),
        subscriptions: Number(subscriptions.numDeletedRows),
        mails: mails.length,
        drafts: Number(drafts.numDeletedRows),
        previewLinks: Number(previewLinks.numDeletedRows),
        invitations: Number(invitations.numDeletedRows),
        namesInRecords,
      },
    };
  });
  if (erased === null) {
    const detail = `${email} can still sign in. Remove the administrator first.`;
    return fail({ kind: 'conflict', detail });
  }
  // When mails are written to files, the answer is the file's name.
  await mailFiles.remove(erased.files);
  for (const limit of EMAIL_LIMITS) await limits.reset(limit, mailboxOf(email));
  return succeed(erased.counts);
}

async function isAdministrator(trx: Kysely<Tables>, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('administrators')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the email of an administrator in audit entries, versions of posts and issues. */
async function anonymize(trx: Kysely<Tables>, email: string): Promise<number> {
  const changes = [
    trx.updateTable('audit_events').set({ actor: ERASED_NAME }).where('actor', '=', email),
    trx.updateTable('audit_events').set({ subject: ERASED_NAME }).where('subject', '=', email),
    trx.updateTable('post_versions').set({ saved_by: ERASED_NAME }).where('saved_by', '=', email),
    trx.updateTable('posts').set({ deleted_by: ERASED_NAME }).where('deleted_by', '=', email),
    trx.updateTable('newsletter_issues').set({ sent_by: ERASED_NAME }).where('sent_by', '=', email),
    trx
      .updateTable('scheduled_issues')
      .set({ scheduled_by: ERASED_NAME })
      .where('scheduled_by', '=', email),
    trx.updateTable('invitations').set({ invited_by: ERASED_NAME }).where('invited_by', '=', email),
  ];
  let changed = 0;
  for (const change of changes) changed += Number((await change.executeTakeFirst()).numUpdatedRows);
  return changed;
}

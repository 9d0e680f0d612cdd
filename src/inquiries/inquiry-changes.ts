import { sql } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { readInquiry } from './inbox.ts';
import type { InquiryChange, InquiryDetails } from './inquiry-views.ts';

/** The email of the administrator. */
type By = { by: string };

/** Marks an inquiry; instants that are already set stay. */
export async function markInquiry(
  site: Site,
  id: string,
  change: InquiryChange,
): Promise<Result<InquiryDetails>> {
  const { isRead, isHandled, isSuspected } = change;
  const present = site.now();
  const mark = (column: 'read_at' | 'handled_at', isSet: boolean | undefined) => ({
    [column]: isSet === undefined ? sql.ref(column) : isSet ? setOnce(column, present) : null,
  });
  await site.db.query
    .updateTable('inquiries')
    .set(mark('read_at', isRead))
    .set(mark('handled_at', isHandled))
    .$if(isSuspected !== undefined, (row) => row.set({ suspected: isSuspected ? 1 : 0 }))
    .where('id', '=', id)
    .execute();
  const marked = await readInquiry(site, id);
  return marked === null ? fail(NO_SUCH_INQUIRY) : succeed(marked);
}

/**
 * Saves the note of an inquiry.
 *
 * @param version the edited version; if it is not the current one, fails as a conflict with the current one
 */
export async function noteInquiry(
  site: Site,
  id: string,
  { note, version }: { note: string; version: number },
): Promise<Result<InquiryDetails>> {
  const { numUpdatedRows } = await site.db.query
    .updateTable('inquiries')
    .set((eb) => ({ note, note_version: eb('note_version', '+', 1) }))
    .where('id', '=', id)
    .where('note_version', '=', version)
    .executeTakeFirst();
  const current = await readInquiry(site, id);
  if (current === null) return fail(NO_SUCH_INQUIRY);
  if (numUpdatedRows > 0n) return succeed(current);
  const detail = 'The note has been changed in the meantime.';
  return fail({ kind: 'conflict', detail, current });
}

/** Deletes an inquiry; its waiting mails are then dropped, since they cannot be composed. */
export async function removeInquiry(
  { db: { query }, now }: Site,
  id: string,
  { by }: By,
): Promise<Result<null>> {
  return inTransaction(query, async (trx) => {
    const removed = await trx
      .deleteFrom('inquiries')
      .where('id', '=', id)
      .returning(['kind', 'received_at'])
      .executeTakeFirst();
    if (removed === undefined) return fail(NO_SUCH_INQUIRY);
    // Without personal data: the audit entry outlives the inquiry.
    const subject = `${removed.kind}, ${removed.received_at}`;
    await recordEvent(trx, { at: now(), actor: by, action: 'inquiry-deleted', subject });
    return succeed(null);
  });
}

/** Keeps the instant of a column, if it is set. */
function setOnce(column: string, present: string) {
  return sql<string>`coalesce(${sql.ref(column)}, ${present})`;
}

const NO_SUCH_INQUIRY = { kind: 'not-found', detail: 'There is no such inquiry.' } as const;

import { sql } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { Database } from '../server/db/connect.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { InquiryChange, InquiryDetails } from './inquiry-views.ts';

/** The email of the administrator. */
type By = { by: string };
type ChangesDeps = {
  query: Database['query'];
  /** ISO 8601 in UTC. */
  now: () => string;
  readInquiry: (id: string) => Promise<InquiryDetails | null>;
};

/** What administrators change about inquiries. */
export function createInquiryChanges({ query, now, readInquiry }: ChangesDeps) {
  /** Marks an inquiry; instants that are already set stay. */
  async function markInquiry(id: string, change: InquiryChange): Promise<Result<InquiryDetails>> {
    const { isRead, isHandled, isSuspected } = change;
    const present = now();
    const mark = (column: 'read_at' | 'handled_at', isSet: boolean | undefined) => ({
      [column]: isSet === undefined ? sql.ref(column) : isSet ? setOnce(column, present) : null,
    });
    await query
      .updateTable('inquiries')
      .set(mark('read_at', isRead))
      .set(mark('handled_at', isHandled))
      .$if(isSuspected !== undefined, (row) => row.set({ suspected: isSuspected ? 1 : 0 }))
      .where('id', '=', id)
      .execute();
    const marked = await readInquiry(id);
    return marked === null ? fail(NO_SUCH_INQUIRY) : succeed(marked);
  }

  /**
   * Saves the note of an inquiry.
   *
   * @param version the edited version; if it is not the current one, fails as a conflict with the current one
   */
  async function noteInquiry(
    id: string,
    { note, version }: { note: string; version: number },
  ): Promise<Result<InquiryDetails>> {
    const { numUpdatedRows } = await query
      .updateTable('inquiries')
      .set((eb) => ({ note, note_version: eb('note_version', '+', 1) }))
      .where('id', '=', id)
      .where('note_version', '=', version)
      .executeTakeFirst();
    const current = await readInquiry(id);
    if (current === null) return fail(NO_SUCH_INQUIRY);
    if (numUpdatedRows > 0n) return succeed(current);
    const detail = 'The note has been changed in the meantime.';
    return fail({ kind: 'conflict', detail, current });
  }

  /** Deletes an inquiry; its waiting mails are then dropped, since they cannot be composed. */
  async function removeInquiry(id: string, { by }: By): Promise<Result<null>> {
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

  return { markInquiry, noteInquiry, removeInquiry };
}

/** Keeps the instant of a column, if it is set. */
function setOnce(column: string, present: string) {
  return sql<string>`coalesce(${sql.ref(column)}, ${present})`;
}

const NO_SUCH_INQUIRY = { kind: 'not-found', detail: 'There is no such inquiry.' } as const;

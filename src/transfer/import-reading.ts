import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { type Result, succeed } from '../server/failure.ts';
import { type ImportSummary, toImportSummary } from './import-rows.ts';
import type { Note } from './source.ts';
import { NO_SUCH_IMPORT } from './uploaded-imports.ts';

/** Imports that the list shows. */
const MAX_LISTED = 100;

type ImportCounts = { imported: number; planned: number; skipped: number; failed: number };

/** An import, and how many items became what. */
export type ImportDetails = ImportSummary & { counts: ImportCounts };

/** What became of an item, or would. */
export type ListedItem = {
  position: number;
  label: string;
  title: string;
  slug: string;
  status: 'published' | 'draft' | '';
  date: string | null;
  outcome: Tables['import_items']['outcome'];
  reason: string;
  notes: Note[];
};

/** Reads imports, those of the command line too. */
export function createImportReading({ query }: Pick<Database, 'query'>) {
  async function imports(): Promise<ImportSummary[]> {
    const rows = await query
      .selectFrom('imports')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MAX_LISTED)
      .execute();
    return rows.map(toImportSummary);
  }

  async function importDetails(id: string): Promise<Result<ImportDetails>> {
    const row = await query
      .selectFrom('imports')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return NO_SUCH_IMPORT;
    const counted = await query
      .selectFrom('import_items')
      .select(['outcome', ({ fn }) => fn.countAll().as('items')])
      .where('import_id', '=', id)
      .groupBy('outcome')
      .execute();
    const count = (outcome: string) =>
      Number(counted.find((each) => each.outcome === outcome)?.items ?? 0);
    const [imported, planned] = [count('imported'), count('planned')];
    const counts = { imported, planned, skipped: count('skipped'), failed: count('failed') };
    return succeed({ ...toImportSummary(row), counts });
  }

  /** @param after the position of the last item that is known */
  async function importItems(
    id: string,
    { after, limit }: { after: number; limit: number },
  ): Promise<ListedItem[]> {
    const rows = await query
      .selectFrom('import_items')
      .selectAll()
      .where('import_id', '=', id)
      .where('position', '>', after)
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map(({ position, label, title, slug, status, date, outcome, reason, notes }) => ({
      position,
      label,
      title,
      slug,
      date,
      outcome,
      reason,
      status: status as ListedItem['status'],
      notes: JSON.parse(notes),
    }));
  }

  return { imports, importDetails, importItems };
}

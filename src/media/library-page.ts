import type { Selectable } from 'kysely';
import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import type { Database } from '../server/db/connect.ts';
import { containsWords } from '../server/db/contains-text.ts';
import type { Tables } from '../server/db/tables.ts';
import type { PictureUse, ReadPictureUses } from './picture-uses.ts';

export type LibraryQuery = {
  /** 1–100. */
  limit: number;
  /** Where the previous page ended. */
  after?: Cursor | undefined;
  /** Words to look for. */
  q?: string | undefined;
};

export type LibraryPage<T> = { items: T[]; total: number; next: Cursor | null };

type LibraryTable = 'pictures' | 'attachments';

/** Where the library reads: the posts that use its files are read by the room of posts. */
export type LibraryReadingDeps = { db: Database; readPictureUses: ReadPictureUses };

type LibraryList<Table extends LibraryTable, T> = {
  table: Table;
  /** The columns that are searched. */
  searched: readonly string[];
  toItem: (row: Selectable<Tables[Table]>, usedIn: PictureUse[]) => T;
};

/** Reads a page of one of the library's tables, newest first. */
export async function readLibraryPage<Table extends LibraryTable, T>(
  { db: { query, engine }, readPictureUses }: LibraryReadingDeps,
  { table, searched, toItem }: LibraryList<Table, T>,
  { limit, after, q = '' }: LibraryQuery,
): Promise<LibraryPage<T>> {
  const matching = query.selectFrom<LibraryTable>(table).where(containsWords(searched, q, engine));
  const rows = await matching
    .selectAll()
    .$if(after !== undefined, (selection) =>
      selection.where(isBefore(['created_at', 'id'], after as Cursor)),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, next } = toPage(rows, limit, ({ created_at, id }) => ({ date: created_at, id }));
  const usesOf = await readPictureUses(
    query,
    page.map(({ id }) => id),
  );
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const items = page.map((row) => toItem(row as Selectable<Tables[Table]>, usesOf(row.id)));
  return { items, total, next };
}

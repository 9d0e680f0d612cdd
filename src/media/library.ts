import type { InsertObject, Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { recordEvent } from '../accounts/audit.ts';
import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import { containsWords } from '../server/db/contains-text.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { ATTACHMENT_TYPES, attachmentUrl } from './attachment-url.ts';
import { PICTURE_FORMATS, pictureUrl } from './picture-url.ts';
import { inBatches, lockLibrary, type PictureUse, pictureUseSchema } from './picture-uses.ts';

/** What pictures and files to download have in common. */
const itemFields = {
  id: z.string().meta({ description: 'The first 32 digits of the SHA-256 of the uploaded file' }),
  address: z.string().meta({ description: 'A path on this site; what lies there never changes' }),
  name: z.string().meta({ description: "The file's name as it was uploaded" }),
  bytes: z.int().min(1).meta({ description: 'The size of the stored file' }),
  createdAt: z.iso.datetime(),
  usedIn: z
    .array(pictureUseSchema)
    .meta({ description: 'The posts whose text, unpublished changes or cover name it' }),
};

export const attachmentSchema = z
  .object({
    ...itemFields,
    type: z.enum(ATTACHMENT_TYPES),
    sha256: z.string().meta({ description: 'SHA-256 of the file, in hexadecimal' }),
  })
  .meta({ id: 'Attachment' });

export const pictureSchema = z
  .object({
    ...itemFields,
    alt: z.string().meta({ description: 'Alternative text; empty when nobody has written any' }),
    width: z.int().min(1),
    height: z.int().min(1),
    format: z.enum(PICTURE_FORMATS),
    placeholder: z.string().meta({ description: 'The average colour, #rrggbb' }),
  })
  .meta({ id: 'Picture' });

export type Picture = z.output<typeof pictureSchema>;
/** A file to download: a document, a table, an archive. It is downloaded by its name. */
export type Attachment = z.output<typeof attachmentSchema>;

export const PICTURE_LIMITS = { name: 255, alt: 500 } as const;

type LibraryTable = 'pictures' | 'attachments';

/** One kind of item: its table, its word, the columns that are searched, and how a row is shown. */
type Kind<Table extends LibraryTable, T> = {
  table: Table;
  noun: 'picture' | 'file';
  searched: readonly string[];
  toItem: (row: Selectable<Tables[Table]>, usedIn: PictureUse[]) => T;
};

export const PICTURES: Kind<'pictures', Picture> = {
  table: 'pictures',
  noun: 'picture',
  searched: ['pictures.name', 'pictures.alt'],
  toItem: ({ moving, created_at: createdAt, ...row }, usedIn) => ({
    ...row,
    address: pictureUrl({ ...row, moving: moving === 1 }),
    createdAt,
    usedIn,
  }),
};

export const FILES: Kind<'attachments', Attachment> = {
  table: 'attachments',
  noun: 'file',
  searched: ['attachments.name'],
  toItem: ({ file, created_at: createdAt, ...row }, usedIn) => ({
    ...row,
    address: attachmentUrl({ id: row.id, file }),
    createdAt,
    usedIn,
  }),
};

type LibraryQuery = {
  /** 1–100. */
  limit: number;
  /** Where the previous page ended. */
  after?: Cursor | undefined;
  /** Words to look for. */
  q?: string | undefined;
};

/** A page of a kind, newest first. */
export async function listItems<Table extends LibraryTable, T>(
  { db: { query, engine }, readPictureUses }: Pick<Site, 'db' | 'readPictureUses'>,
  { table, searched, toItem }: Kind<Table, T>,
  { limit, after, q = '' }: LibraryQuery,
): Promise<{ items: T[]; total: number; next: Cursor | null }> {
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

export async function findItem<Table extends LibraryTable, T>(
  { readPictureUses, db: { query } }: Site,
  { table, toItem }: Kind<Table, T>,
  id: string,
  from: Kysely<Tables> = query,
): Promise<T | null> {
  const row = await from
    .selectFrom<LibraryTable>(table)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const usesOf = await readPictureUses(from, [id]);
  return toItem(row as Selectable<Tables[Table]>, usesOf(id));
}

/** Sets the alternative text of a picture; posts keep theirs. */
export async function describePicture(
  site: Site,
  id: string,
  alt: string,
): Promise<Result<Picture>> {
  await site.db.query.updateTable('pictures').set({ alt }).where('id', '=', id).execute();
  const described = await findItem(site, PICTURES, id);
  return described === null ? notFound('picture') : succeed(described);
}

/** Adds the row of an item whose files are stored, unless it is there. `by` is an email; without one, the program itself. */
export async function addItem<Table extends LibraryTable, T>(
  site: Site,
  kind: Kind<Table, T>,
  row: InsertObject<Tables, Table> & { id: string; name: string },
  by: string | undefined,
): Promise<{ item: T; isNew: boolean }> {
  const { id, name } = row;
  return inTransaction(site.db.query, async (trx) => {
    await trx.deleteFrom('picture_operations').where('picture_id', '=', id).execute();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto(kind.table)
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const isNew = numInsertedOrUpdatedRows !== 0n;
    const event = { at: site.now(), actor: by ?? null, subject: name || id };
    if (isNew) await recordEvent(trx, { ...event, action: `${kind.noun}-uploaded` });
    const item = await findItem(site, kind, id, trx);
    if (item === null) throw new Error(`${id} was not written to ${kind.table}`);
    return { item, isNew };
  });
}

/**
 * Removes an item: a conflict while a post uses it. From then on, its URLs answer 404, and saves that use it fail. The
 * sweep deletes its files.
 */
export async function removeItem<Table extends LibraryTable, T extends Picture | Attachment>(
  site: Site,
  kind: Kind<Table, T>,
  id: string,
  by?: string,
): Promise<Result<void>> {
  const { table, noun } = kind;
  return inTransaction(site.db.query, async (trx) => {
    await lockLibrary(trx, site.db.engine);
    const item = await findItem(site, kind, id, trx);
    if (item === null) return notFound(noun);
    if (item.usedIn.length > 0) return inUse(noun, item.usedIn);
    await trx.deleteFrom<LibraryTable>(table).where('id', '=', id).execute();
    const at = site.now();
    const removed = { kind: 'removed', since: at } as const;
    await trx
      .insertInto('picture_operations')
      .values({ picture_id: id, ...removed })
      .onConflict((conflict) => conflict.column('picture_id').doUpdateSet(removed))
      .execute();
    const event = { at, actor: by ?? null, subject: item.name || id };
    await recordEvent(trx, { ...event, action: `${noun}-removed` });
    return succeed(undefined);
  });
}

function notFound(noun: string): Result<never> {
  return fail({ kind: 'not-found', detail: `There is no such ${noun}.` });
}

/** Titles that a conflict lists. */
const MAX_TITLES = 3;

function inUse(noun: string, uses: readonly PictureUse[]): Result<never> {
  const titles = uses
    .slice(0, MAX_TITLES)
    .map(({ title, isInTrash }) => `“${title}”${isInTrash ? ' (in the trash)' : ''}`);
  const others = uses.length - titles.length;
  if (others > 0) titles.push(`${others} more`);
  const posts = new Intl.ListFormat('en-AU').format(titles);
  const wayOut = uses.every(({ isInTrash }) => isInTrash)
    ? 'Permanently delete that post first, or restore it.'
    : 'Remove it there first.';
  return fail({ kind: 'conflict', detail: `This ${noun} is used in ${posts}. ${wayOut}` });
}

/** Deletes files that have had no row for a day: of removals, and of uploads that were cut off. */
export async function sweepPictures(site: Site): Promise<void> {
  const { query } = site.db;
  const now = Date.parse(site.now());
  const before = now - 24 * 60 * 60 * 1000;
  await site.files.sweep(now);
  await query
    .deleteFrom('picture_operations')
    .where('since', '<=', new Date(before).toISOString())
    .execute();
  for (const ids of inBatches(await site.files.ids())) {
    const tables = (['pictures', 'attachments'] as const).map((table) =>
      query.selectFrom(table).select('id').where('id', 'in', ids).execute(),
    );
    const known = new Set((await Promise.all(tables)).flat().map(({ id }) => id));
    for (const id of ids) if (!known.has(id)) await site.files.remove(id, before);
  }
}

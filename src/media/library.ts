import type { InsertObject, Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { recordEvent } from '../accounts/audit.ts';
import { type Paging, readPage } from '../server/cursor.ts';
import { containsWords } from '../server/db/contains-text.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { conflict, notFound, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { ATTACHMENT_TYPES, attachmentUrl } from './attachment-url.ts';
import { PICTURE_FORMATS, pictureUrl } from './picture-url.ts';
import { inBatches, lockLibrary, type PictureUse, pictureUseSchema } from './picture-uses.ts';

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

const attachmentSchema = z
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

export const mediaSchema = z.union([pictureSchema, attachmentSchema]);

export type Picture = z.output<typeof pictureSchema>;
/** It is downloaded by its name. */
export type Attachment = z.output<typeof attachmentSchema>;
export type Media = Picture | Attachment;

export const MEDIA_KINDS = ['picture', 'file'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

const TABLES = { picture: 'pictures', file: 'attachments' } as const;
type LibraryTable = (typeof TABLES)[MediaKind];
type Row = Selectable<Tables['pictures']> | Selectable<Tables['attachments']>;

function toMedia(row: Row, usedIn: PictureUse[]): Media {
  if ('sha256' in row) {
    const { file, created_at: createdAt, ...attachment } = row;
    return { ...attachment, address: attachmentUrl({ id: row.id, file }), createdAt, usedIn };
  }
  const { moving, created_at: createdAt, ...picture } = row;
  const address = pictureUrl({ ...picture, moving: moving === 1 });
  return { ...picture, address, createdAt, usedIn };
}

/** A page of a kind, newest first. @param query `q` are words to look for */
export async function listMedia(
  { db: { query, engine }, readPictureUses }: Site,
  { kind, q = '', ...paging }: Paging & { kind: MediaKind; q?: string | undefined },
) {
  const matching = query
    .selectFrom<LibraryTable>(TABLES[kind])
    .where(containsWords(kind === 'picture' ? ['name', 'alt'] : ['name'], q, engine));
  const sorted = ['created_at', 'id'] as const;
  const { page, next } = await readPage(matching.selectAll(), sorted, 'created_at', paging);
  const ids = page.map(({ id }) => id);
  const usesOf = await readPictureUses(query, ids);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { items: page.map((row) => toMedia(row as Row, usesOf(row.id))), total, next };
}

export async function findMedia(
  { readPictureUses, db: { query } }: Site,
  id: string,
  from: Kysely<Tables> = query,
): Promise<Media | null> {
  for (const kind of MEDIA_KINDS) {
    const row = await from
      .selectFrom<LibraryTable>(TABLES[kind])
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (row !== undefined) return toMedia(row as Row, (await readPictureUses(from, [id]))(id));
  }
  return null;
}

export async function describePicture(
  site: Site,
  id: string,
  alt: string,
): Promise<Result<Picture>> {
  await site.db.query.updateTable('pictures').set({ alt }).where('id', '=', id).execute();
  const described = await findMedia(site, id);
  return described === null || kindOf(described) === 'file'
    ? notFound('There is no such picture.')
    : succeed(described as Picture);
}

export type Uploaded = { item: Media; isNew: boolean };

export type Addition = {
  /** Email of the uploader; without one, the program itself. */
  by?: string | undefined;
  /** Called when the files are stored, before anybody can see them; throws when the uploader may not add them any more. */
  recheck?: (() => Promise<void>) | undefined;
};

export async function addMedia<Kind extends MediaKind>(
  site: Site,
  kind: Kind,
  files: Parameters<Site['files']['put']>[1],
  row: InsertObject<Tables, (typeof TABLES)[Kind]> & { id: string; name: string },
  { by, recheck }: Addition,
): Promise<Uploaded> {
  const { id, name } = row;
  const since = site.now();
  // Without a row of the library, nobody sees the files, and the sweep removes them after a day.
  await site.db.query
    .insertInto('picture_operations')
    .values({ picture_id: id, kind: 'upload', since })
    .onConflict((conflict) => conflict.column('picture_id').doUpdateSet({ since }))
    .execute();
  await site.files.put(id, files);
  await recheck?.();
  return inTransaction(site.db.query, async (trx) => {
    await trx.deleteFrom('picture_operations').where('picture_id', '=', id).execute();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto<LibraryTable>(TABLES[kind])
      .values(row as InsertObject<Tables, LibraryTable>)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const isNew = numInsertedOrUpdatedRows !== 0n;
    const event = { at: site.now(), actor: by ?? null, subject: name || id };
    if (isNew) await recordEvent(trx, { ...event, action: `${kind}-uploaded` });
    const item = await findMedia(site, id, trx);
    if (item === null) throw new Error(`${id} was not written to the library`);
    return { item, isNew };
  });
}

/**
 * Removes an item: a conflict while a post uses it. From then on, its URLs answer 404, and saves that use it fail. The
 * sweep deletes its files.
 */
export async function removeMedia(site: Site, id: string, by?: string): Promise<Result<void>> {
  return inTransaction(site.db.query, async (trx) => {
    await lockLibrary(trx, site.db.engine);
    const item = await findMedia(site, id, trx);
    if (item === null) return notFound('There is no such picture or file.');
    const kind = kindOf(item);
    if (item.usedIn.length > 0) return inUse(kind, item.usedIn);
    await trx.deleteFrom<LibraryTable>(TABLES[kind]).where('id', '=', id).execute();
    const at = site.now();
    const removed = { kind: 'removed', since: at } as const;
    await trx
      .insertInto('picture_operations')
      .values({ picture_id: id, ...removed })
      .onConflict((conflict) => conflict.column('picture_id').doUpdateSet(removed))
      .execute();
    const event = { at, actor: by ?? null, subject: item.name || id };
    await recordEvent(trx, { ...event, action: `${kind}-removed` });
    return succeed(undefined);
  });
}

function kindOf(item: Media): MediaKind {
  return 'sha256' in item ? 'file' : 'picture';
}

const MAX_TITLES = 3;

function inUse(kind: MediaKind, uses: readonly PictureUse[]): Result<never> {
  const titles = uses
    .slice(0, MAX_TITLES)
    .map(({ title, isInTrash }) => `“${title}”${isInTrash ? ' (in the trash)' : ''}`);
  const others = uses.length - titles.length;
  if (others > 0) titles.push(`${others} more`);
  const posts = new Intl.ListFormat('en-AU').format(titles);
  const wayOut = uses.every(({ isInTrash }) => isInTrash)
    ? 'Permanently delete that post first, or restore it.'
    : 'Remove it there first.';
  return conflict(`This ${kind} is used in ${posts}. ${wayOut}`);
}

/** Other files stay: a folder may belong to another database than the one that the settings name. */
export async function sweepPictures(site: Site): Promise<void> {
  const { query } = site.db;
  const now = Date.parse(site.now());
  const before = now - 24 * 60 * 60 * 1000;
  const day = new Date(before).toISOString();
  await site.files.sweep(now);
  const ended = query.selectFrom('picture_operations').where('since', '<=', day);
  const operations = await ended.select('picture_id').execute();
  for (const ids of inBatches(operations.map(({ picture_id }) => picture_id))) {
    const tables = Object.values(TABLES).map((table) =>
      query.selectFrom<LibraryTable>(table).select('id').where('id', 'in', ids).execute(),
    );
    const known = new Set((await Promise.all(tables)).flat().map(({ id }) => id));
    for (const id of ids) if (!known.has(id)) await site.files.remove(id, before);
  }
  await query.deleteFrom('picture_operations').where('since', '<=', day).execute();
}

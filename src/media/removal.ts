import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { findAttachment, NO_SUCH_ATTACHMENT } from './attachments.ts';
import { isPictureId } from './picture-url.ts';
import { inBatches, lockLibrary, type PictureUse } from './picture-uses.ts';
import { findPicture, NO_SUCH_PICTURE } from './pictures.ts';

type Removal = {
  table: 'pictures' | 'attachments';
  noun: 'picture' | 'file';
  action: 'picture-removed' | 'file-removed';
  find: (
    site: Site,
    id: string,
    from?: Kysely<Tables>,
  ) => Promise<{ name: string; usedIn: PictureUse[] } | null>;
  notFound: Result<never>;
};

const PICTURE: Removal = {
  table: 'pictures',
  noun: 'picture',
  action: 'picture-removed',
  find: findPicture,
  notFound: NO_SUCH_PICTURE,
};

const ATTACHMENT: Removal = {
  table: 'attachments',
  noun: 'file',
  action: 'file-removed',
  find: findAttachment,
  notFound: NO_SUCH_ATTACHMENT,
};

type By = { /** Email of the administrator. */ by?: string | undefined };

/** Removes a picture: a conflict while a post uses it. From then on, its URLs answer 404, and saves that use it fail. */
export const removePicture = (site: Site, id: string, { by }: By = {}) =>
  removeItem(site, PICTURE, id, by);

export const removeAttachment = (site: Site, id: string, { by }: By = {}) =>
  removeItem(site, ATTACHMENT, id, by);

/** Deletes the row; the sweep deletes the files. */
async function removeItem(
  site: Site,
  { table, noun, action, find, notFound }: Removal,
  id: string,
  by: string | undefined,
): Promise<Result<void>> {
  if (!isPictureId(id)) return notFound;
  return inTransaction(site.db.query, async (trx) => {
    await lockLibrary(trx, site.db.engine);
    const item = await find(site, id, trx);
    if (item === null) return notFound;
    if (item.usedIn.length > 0) return inUse(noun, item.usedIn);
    await trx.deleteFrom(table).where('id', '=', id).execute();
    const at = site.now();
    const removed = { kind: 'removed', since: at } as const;
    await trx
      .insertInto('picture_operations')
      .values({ picture_id: id, ...removed })
      .onConflict((conflict) => conflict.column('picture_id').doUpdateSet(removed))
      .execute();
    await recordEvent(trx, { at, actor: by ?? null, action, subject: item.name || id });
    return succeed(undefined);
  });
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
  return fail({
    kind: 'conflict',
    detail: `This ${noun} is used in ${posts}. ${wayOut(uses)}`,
  });
}

function wayOut(uses: readonly PictureUse[]): string {
  return uses.every(({ isInTrash }) => isInTrash)
    ? 'Permanently delete that post first, or restore it.'
    : 'Remove it there first.';
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes files that have had no row for a day: of removals, and of uploads that were cut off. */
export async function sweepPictures(site: Site): Promise<void> {
  const { query } = site.db;
  const now = Date.parse(site.now());
  const before = now - DAY_MS;
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

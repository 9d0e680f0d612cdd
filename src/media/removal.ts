import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { runExclusive } from './add-item.ts';
import { findAttachment, NO_SUCH_ATTACHMENT } from './attachments.ts';
import {
  abandonOperation,
  endRemoval,
  startOperation,
  takeOverStaleOperations,
} from './picture-operations.ts';
import { isPictureId } from './picture-url.ts';
import { lockPictures, type PictureUse } from './picture-uses.ts';
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

/** Removes a picture with its files; a conflict while a post uses it. From then on, saves that use it are rejected. */
export const removePicture = (site: Site, id: string, { by }: By = {}) =>
  removeItem(site, PICTURE, id, by);

export const removeAttachment = (site: Site, id: string, { by }: By = {}) =>
  removeItem(site, ATTACHMENT, id, by);

async function removeItem(
  site: Site,
  removal: Removal,
  id: string,
  by: string | undefined,
): Promise<Result<void>> {
  if (!isPictureId(id)) return removal.notFound;
  return runExclusive(site)(async () => {
    if ((await removal.find(site, id)) === null) return removal.notFound;
    // Throws before the row is deleted if the store cannot be reached.
    await site.files.has(id);
    const since = await startOperation(site, id, 'removal');
    try {
      const result = await deleteRow(site, removal, id, by);
      if (result.ok) await site.files.remove(id);
      await endRemoval(site, id, since);
      return result;
    } catch (error) {
      await abandonOperation(site, id, since);
      throw error;
    }
  });
}

async function deleteRow(
  site: Site,
  { table, noun, action, find, notFound }: Removal,
  id: string,
  by: string | undefined,
): Promise<Result<void>> {
  return inTransaction(site.db.query, async (trx) => {
    // A save that uses it locks its row until the use is recorded.
    await lockPictures(trx, site.db.engine, [id], 'to delete');
    const found = await find(site, id, trx);
    if (found === null) return notFound;
    if (found.usedIn.length > 0) return inUse(noun, found.usedIn);
    await trx.deleteFrom(table).where('id', '=', id).execute();
    await recordEvent(trx, {
      at: site.now(),
      actor: by ?? null,
      action,
      subject: found.name || id,
    });
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

/** Deletes the files of uploads and removals that were interrupted. */
export async function sweepPictures(site: Site): Promise<void> {
  await site.files.sweep(Date.parse(site.now()));
  const taken = await takeOverStaleOperations(site);
  const ended = await Promise.allSettled(
    taken.map(async ({ id, since }) => {
      const known = (await findPicture(site, id)) ?? (await findAttachment(site, id));
      if (known === null) await site.files.remove(id);
      await endRemoval(site, id, since);
    }),
  );
  const errors = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'Unused pictures could not be deleted');
}

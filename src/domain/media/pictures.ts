import { createHash } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { containsText } from '../../db/contains-text.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import { type Cursor, isBefore } from '../cursor.ts';
import { createPictureOperations } from './picture-operations.ts';
import type { ProcessPicture } from './picture-processor.ts';
import type { PictureStore } from './picture-store.ts';
import { isPictureId, type PictureFormat, pictureUrl } from './picture-url.ts';
import { lockPictures, type PictureUse, readPictureUses } from './picture-uses.ts';
import type { ProcessedPicture } from './process-picture.ts';

export type Picture = {
  /** The first 32 hexadecimal digits of the SHA-256 of the uploaded file. */
  id: string;
  /** A path on this site; its content never changes. */
  address: string;
  /** The file's name as it was uploaded; empty when it had none. */
  name: string;
  /** Alternative text; empty when nobody has written any. */
  alt: string;
  /** Pixels. */
  width: number;
  height: number;
  /** The size of the original as stored. */
  bytes: number;
  format: PictureFormat;
  /** The average colour, `#rrggbb`. */
  placeholder: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
  usedIn: PictureUse[];
};

export type PictureQuery = {
  /** 1–100. */
  limit: number;
  /** Where the previous page ended. */
  after?: Cursor | undefined;
  /** Words to look for in the name and the alternative text. */
  q?: string | undefined;
};

export type PicturePage = { pictures: Picture[]; total: number; next: Cursor | null };

export const PICTURE_LIMITS = { name: 255, alt: 500 } as const;

type PicturesDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  files: PictureStore;
  processPicture: ProcessPicture;
};

type Upload = {
  /** The file's name. */
  name: string;
  /** Email of an administrator; without one, the program itself. */
  by?: string | undefined;
};

/** The picture library. */
export function createPictures({ db, now, files, processPicture }: PicturesDeps) {
  const { query } = db;
  const runExclusive = createMutex();
  const operations = createPictureOperations({ db, now });

  /** Adds a picture, or finds it: its id is a hash of the file. */
  async function uploadPicture(
    file: Uint8Array,
    upload: Upload,
  ): Promise<Result<{ picture: Picture; isNew: boolean }>> {
    const id = createHash('sha256').update(file).digest('hex').slice(0, 32);
    return runExclusive(async () => {
      const known = await findPicture(id);
      if (known !== null && (await files.has(id))) return succeed({ picture: known, isNew: false });
      const processed = await processPicture(file);
      if (!processed.ok) return processed;
      const since = await operations.start(id, 'upload');
      try {
        await files.put(id, processed.value.files);
        return succeed(await insertPicture(id, since, processed.value, upload));
      } catch (error) {
        await operations.abandon(id, since);
        throw error;
      }
    });
  }

  /** Inserts the row of a picture whose files are stored, unless it exists. */
  async function insertPicture(
    id: string,
    since: string,
    { width, height, format, moving, bytes, placeholder }: ProcessedPicture,
    { name, by }: Upload,
  ): Promise<{ picture: Picture; isNew: boolean }> {
    return query.transaction().execute(async (trx) => {
      await operations.end(trx, id, since);
      const instant = now();
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('pictures')
        .values({
          id,
          name,
          alt: '',
          width,
          height,
          format,
          moving: moving ? 1 : 0,
          bytes,
          placeholder,
          created_at: instant,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      const isNew = numInsertedOrUpdatedRows !== 0n;
      const event = { action: 'picture-uploaded', subject: name || id } as const;
      if (isNew) await recordEvent(trx, { at: instant, actor: by ?? null, ...event });
      const picture = await findPicture(id, trx);
      if (picture === null) throw new Error(`The picture ${id} was not written`);
      return { picture, isNew };
    });
  }

  /** Pictures, newest first. */
  async function pictures({ limit, after, q }: PictureQuery): Promise<PicturePage> {
    const rows = await matching(q)
      .selectAll()
      .$if(after !== undefined, (selection) =>
        selection.where(isBefore(['created_at', 'id'], after as Cursor)),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const usesOf = await readPictureUses(
      query,
      shown.map(({ id }) => id),
    );
    const { total } = await matching(q)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return {
      pictures: shown.map((row) => toPicture(row, usesOf(row.id))),
      total,
      next: last === undefined ? null : { date: last.created_at, id: last.id },
    };
  }

  function matching(q = '') {
    const words = q.split(/\s+/).filter(Boolean);
    return query
      .selectFrom('pictures')
      .where((eb) =>
        eb.and(
          words.map((word) =>
            eb.or([
              containsText('pictures.name', word, db.engine),
              containsText('pictures.alt', word, db.engine),
            ]),
          ),
        ),
      );
  }

  /** Sets the alternative text of a picture; posts keep theirs. */
  async function describePicture(id: string, alt: string): Promise<Result<Picture>> {
    if (!isPictureId(id)) return NO_SUCH_PICTURE;
    await query.updateTable('pictures').set({ alt }).where('id', '=', id).execute();
    const described = await findPicture(id);
    return described === null ? NO_SUCH_PICTURE : succeed(described);
  }

  /**
   * Removes a picture with its files; a conflict while a post uses it. From then on, saves that use it are
   * rejected ({@link refuseRemovedPictures}).
   */
  async function removePicture(id: string, { by }: Pick<Upload, 'by'> = {}): Promise<Result<void>> {
    if (!isPictureId(id)) return NO_SUCH_PICTURE;
    return runExclusive(async () => {
      if ((await findPicture(id)) === null) return NO_SUCH_PICTURE;
      // Throws before the row is deleted if the store cannot be reached.
      await files.has(id);
      const since = await operations.start(id, 'removal');
      try {
        const removed = await deletePicture(id, by);
        if (removed.ok) await files.remove(id);
        await operations.endRemoval(id, since);
        return removed;
      } catch (error) {
        await operations.abandon(id, since);
        throw error;
      }
    });
  }

  async function deletePicture(id: string, by: string | undefined): Promise<Result<void>> {
    return query.transaction().execute(async (trx) => {
      // A save that uses the picture locks its row until the use is recorded.
      await lockPictures(trx, db.engine, [id], 'to delete');
      const found = await findPicture(id, trx);
      if (found === null) return NO_SUCH_PICTURE;
      if (found.usedIn.length > 0) return inUse(found.usedIn);
      await trx.deleteFrom('pictures').where('id', '=', id).execute();
      const event = { action: 'picture-removed', subject: found.name || id } as const;
      await recordEvent(trx, { at: now(), actor: by ?? null, ...event });
      return succeed(undefined);
    });
  }

  /**
   * Removes what uploads and removals of dead processes have left. Idempotent, and safe in several processes at
   * once.
   */
  async function sweepPictures(): Promise<void> {
    await files.sweep(Date.parse(now()));
    const taken = await operations.takeOverStale();
    const ended = await Promise.allSettled(
      taken.map(async ({ id, since }) => {
        if ((await findPicture(id)) === null) await files.remove(id);
        await operations.endRemoval(id, since);
      }),
    );
    const errors = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    if (errors.length > 0) throw new AggregateError(errors, 'Pictures could not be swept');
  }

  async function findPicture(id: string, from: Kysely<Tables> = query): Promise<Picture | null> {
    const row = await from
      .selectFrom('pictures')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return null;
    const usesOf = await readPictureUses(from, [id]);
    return toPicture(row, usesOf(id));
  }

  return { uploadPicture, pictures, describePicture, removePicture, sweepPictures };
}

const NO_SUCH_PICTURE = fail({ kind: 'not-found', detail: 'There is no such picture.' });

/** Titles that a conflict lists. */
const MAX_TITLES = 3;

function inUse(uses: readonly PictureUse[]): Result<never> {
  const titles = uses.slice(0, MAX_TITLES).map(({ title }) => `“${title}”`);
  const others = uses.length - titles.length;
  if (others > 0) titles.push(`${others} more`);
  const posts = new Intl.ListFormat('en-AU').format(titles);
  return fail({
    kind: 'conflict',
    detail: `This picture is used in ${posts}. Take it out there first.`,
  });
}

function toPicture(row: Selectable<Tables['pictures']>, usedIn: PictureUse[]): Picture {
  return {
    id: row.id,
    address: pictureUrl({ ...row, moving: row.moving === 1 }),
    name: row.name,
    alt: row.alt,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    format: row.format,
    placeholder: row.placeholder,
    createdAt: row.created_at,
    usedIn,
  };
}

/** Runs tasks one after the other: processing a picture takes much memory. */
function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

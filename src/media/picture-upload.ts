import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { RunExclusive } from './picture-mutex.ts';
import type { PictureOperations } from './picture-operations.ts';
import type { PictureStore } from './picture-store.ts';
import { pictureFile } from './picture-url.ts';
import type { FindPicture, Picture } from './pictures.ts';
import type { ProcessedPicture, ProcessPicture } from './process-picture.ts';

type Upload = {
  /** The file's name. */
  name: string;
  /** Email of an administrator; without one, the program itself. */
  by?: string | undefined;
  /** Called when the files are stored, before anybody can see them; throws when the uploader may not add them any more. */
  recheck?: (() => Promise<void>) | undefined;
  /** What is not in the library when it aborts does not get there. */
  signal?: AbortSignal | undefined;
  /** Undefined for what a person uploads. */
  importing?: Importing | undefined;
};

/** An import that adds pictures and files. */
export type Importing = {
  /** When it began to run, ISO 8601 in UTC. */
  since: string;
  /** Called in the transaction that adds a new picture or file, whose id it is told. */
  onAdded: (trx: Kysely<Tables>, id: string) => Promise<void>;
};

/** What the library is to know of a picture. */
export type NewPicture = Omit<ProcessedPicture, 'files'> &
  Pick<Picture, 'id' | 'name' | 'alt' | 'createdAt'>;

type UploadDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  files: PictureStore;
  operations: PictureOperations;
  runExclusive: RunExclusive;
  findPicture: FindPicture;
  processPicture: ProcessPicture;
};

/** Adding pictures to the library. */
export function createPictureUpload(deps: UploadDeps) {
  const { db, now, files, operations, runExclusive, findPicture, processPicture } = deps;
  const { query } = db;

  /** Adds a picture, or finds it: its id is a hash of the file. */
  async function uploadPicture(
    file: Uint8Array,
    upload: Upload,
  ): Promise<Result<{ picture: Picture; isNew: boolean }>> {
    const id = createHash('sha256').update(file).digest('hex').slice(0, 32);
    return runExclusive(async () => {
      const known = await findPicture(id);
      if (known !== null && (await files.has(id))) return succeed({ picture: known, isNew: false });
      const processed = await processPicture(file, upload.signal);
      if (!processed.ok) return processed;
      const since = await operations.start(id, 'upload', upload.importing?.since);
      try {
        await files.put(id, processed.value.files);
        const { files: _, ...picture } = processed.value;
        const row = { ...picture, id, name: upload.name, alt: '', createdAt: now() };
        return succeed(await insertPicture(since, row, upload));
      } catch (error) {
        await operations.abandon(id, since);
        throw error;
      }
    });
  }

  /**
   * Adds a picture that another site of this program has stored: its original stays byte for byte, and so do its id and
   * what that site knows of it. The variants are made again.
   */
  async function takeOverPicture(
    { id, ...picture }: NewPicture,
    original: Uint8Array,
    upload: Omit<Upload, 'name'>,
  ): Promise<Result<{ isNew: boolean }>> {
    return runExclusive(async () => {
      if ((await findPicture(id)) !== null && (await files.has(id))) {
        return succeed({ isNew: false });
      }
      const processed = await processPicture(original, upload.signal);
      if (!processed.ok) return processed;
      const name = pictureFile(picture);
      if (!processed.value.files.has(name)) return OTHER_PICTURE;
      const since = await operations.start(id, 'upload', upload.importing?.since);
      try {
        await files.put(id, new Map(processed.value.files).set(name, original));
        return succeed(await insertPicture(since, { id, ...picture }, upload));
      } catch (error) {
        await operations.abandon(id, since);
        throw error;
      }
    });
  }

  /** Inserts the row of a picture whose files are stored, unless it exists. */
  async function insertPicture(
    since: string,
    { id, name, alt, moving, createdAt, ...picture }: NewPicture,
    { by, recheck, signal, importing }: Omit<Upload, 'name'>,
  ): Promise<{ picture: Picture; isNew: boolean }> {
    await recheck?.();
    signal?.throwIfAborted();
    const { width, height, format, bytes, placeholder } = picture;
    return inTransaction(query, async (trx) => {
      await operations.end(trx, id, since);
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('pictures')
        .values({
          id,
          name,
          alt,
          width,
          height,
          format,
          moving: moving ? 1 : 0,
          bytes,
          placeholder,
          created_at: createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      const isNew = numInsertedOrUpdatedRows !== 0n;
      const event = { action: 'picture-uploaded', subject: name || id } as const;
      if (isNew) {
        await recordEvent(trx, { at: now(), actor: by ?? null, ...event });
        await importing?.onAdded(trx, id);
      }
      const found = await findPicture(id, trx);
      if (found === null) throw new Error(`The picture ${id} was not written`);
      return { picture: found, isNew };
    });
  }

  return { uploadPicture, takeOverPicture };
}

const OTHER_PICTURE = fail({
  kind: 'malformed',
  detail: 'it has another size or format than its name says',
});

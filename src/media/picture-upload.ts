import { createHash } from 'node:crypto';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { AddItem, Addition, Upload } from './add-item.ts';
import type { RunExclusive } from './picture-mutex.ts';
import type { PictureStore } from './picture-store.ts';
import { pictureFile } from './picture-url.ts';
import type { FindPicture, Picture } from './pictures.ts';
import type { ProcessedPicture, ProcessPicture } from './process-picture.ts';

/** What the library is to know of a picture. */
export type NewPicture = Omit<ProcessedPicture, 'files'> &
  Pick<Picture, 'id' | 'name' | 'alt' | 'createdAt'>;

type UploadDeps = {
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  files: PictureStore;
  addItem: AddItem;
  runExclusive: RunExclusive;
  findPicture: FindPicture;
  processPicture: ProcessPicture;
};

/** Adding pictures to the library. */
export function createPictureUpload(deps: UploadDeps) {
  const { now, files, addItem, runExclusive, findPicture, processPicture } = deps;

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
      const { files: stored, ...picture } = processed.value;
      const row = { ...picture, id, name: upload.name, alt: '', createdAt: now() };
      return succeed(await addPicture(row, stored, upload));
    });
  }

  /**
   * Adds a picture that another site of this program has stored: its original stays byte for byte, and so do its id and
   * what that site knows of it. The variants are made again.
   */
  async function takeOverPicture(
    { id, ...picture }: NewPicture,
    original: Uint8Array,
    upload: Addition,
  ): Promise<Result<{ isNew: boolean }>> {
    return runExclusive(async () => {
      if ((await findPicture(id)) !== null && (await files.has(id))) {
        return succeed({ isNew: false });
      }
      const processed = await processPicture(original);
      if (!processed.ok) return processed;
      const name = pictureFile(picture);
      if (!processed.value.files.has(name)) return OTHER_PICTURE;
      const stored = new Map(processed.value.files).set(name, original);
      return succeed(await addPicture({ id, ...picture }, stored, upload));
    });
  }

  async function addPicture(
    picture: NewPicture,
    stored: ProcessedPicture['files'],
    upload: Addition,
  ): Promise<{ picture: Picture; isNew: boolean }> {
    const { id, name, alt, width, height, format, moving, bytes, placeholder, createdAt } = picture;
    const columns = { id, name, alt, width, height, format, bytes, placeholder };
    const { item, isNew } = await addItem(
      {
        table: 'pictures',
        row: { ...columns, moving: moving ? 1 : 0, created_at: createdAt },
        action: 'picture-uploaded',
        storeFiles: () => files.put(id, stored),
        find: findPicture,
      },
      upload,
    );
    return { picture: item, isNew };
  }

  return { uploadPicture, takeOverPicture };
}

const OTHER_PICTURE = fail({
  kind: 'malformed',
  detail: 'its size or format does not match its name',
});

import { createHash } from 'node:crypto';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { type Addition, addItem, type Upload } from './add-item.ts';
import { pictureFile } from './picture-url.ts';
import { findPicture, type Picture } from './pictures.ts';
import type { ProcessedPicture } from './process-picture.ts';

/** What the library is to know of a picture. */
export type NewPicture = Omit<ProcessedPicture, 'files'> &
  Pick<Picture, 'id' | 'name' | 'alt' | 'createdAt'>;

/** Adds a picture, or finds it: its id is a hash of the file. */
export async function uploadPicture(
  site: Site,
  file: Uint8Array,
  upload: Upload,
): Promise<Result<{ picture: Picture; isNew: boolean }>> {
  const id = createHash('sha256').update(file).digest('hex').slice(0, 32);
  const known = await findPicture(site, id);
  if (known !== null && (await site.files.has(id)))
    return succeed({ picture: known, isNew: false });
  const processed = await site.processPicture(file);
  if (!processed.ok) return processed;
  const { files: stored, ...picture } = processed.value;
  const row = { ...picture, id, name: upload.name, alt: '', createdAt: site.now() };
  return succeed(await addPicture(site, row, stored, upload));
}

/**
 * Adds a picture that another site of this program has stored: its original stays byte for byte, and so do its id and
 * what that site knows of it. The variants are made again.
 */
export async function takeOverPicture(
  site: Site,
  { id, ...picture }: NewPicture,
  original: Uint8Array,
  upload: Addition,
): Promise<Result<{ isNew: boolean }>> {
  if ((await findPicture(site, id)) !== null && (await site.files.has(id))) {
    return succeed({ isNew: false });
  }
  const processed = await site.processPicture(original);
  if (!processed.ok) return processed;
  const name = pictureFile(picture);
  if (!processed.value.files.has(name)) {
    return fail({ kind: 'malformed', detail: 'its size or format does not match its name' });
  }
  const stored = new Map(processed.value.files).set(name, original);
  return succeed(await addPicture(site, { id, ...picture }, stored, upload));
}

async function addPicture(
  site: Site,
  picture: NewPicture,
  stored: ProcessedPicture['files'],
  upload: Addition,
): Promise<{ picture: Picture; isNew: boolean }> {
  const { id, name, alt, width, height, format, moving, bytes, placeholder, createdAt } = picture;
  const columns = { id, name, alt, width, height, format, bytes, placeholder };
  const { item, isNew } = await addItem(
    site,
    {
      table: 'pictures',
      row: { ...columns, moving: moving ? 1 : 0, created_at: createdAt },
      action: 'picture-uploaded',
      storeFiles: () => site.files.put(id, stored),
      find: (id, from) => findPicture(site, id, from),
    },
    upload,
  );
  return { picture: item, isNew };
}

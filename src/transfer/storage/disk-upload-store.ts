import { createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { orNull } from '../../media/storage/received-file.ts';
import { makeDirectory } from '../../server/db/make-directory.ts';
import type { UploadOptions, UploadStore } from '../upload-store.ts';

/** Suffix of a folder whose file is being uploaded. */
const UNFINISHED = '.unfinished';

/** Keeps each uploaded source in a folder of its own below `root`, readable by the site alone. */
export function createDiskUploadStore(root: string): UploadStore {
  const folderOf = (id: string) => join(root, id);
  const unfinished = (id: string) => `${folderOf(id)}${UNFINISHED}`;
  return {
    async save(id, content, options) {
      const folder = unfinished(id);
      makeDirectory(folder);
      try {
        const file = createWriteStream(join(folder, 'source'), { mode: 0o600, flush: true });
        await pipeline(content, file);
        await writeFile(join(folder, 'options.json'), JSON.stringify(options), { mode: 0o600 });
        await rename(folder, folderOf(id));
        return file.bytesWritten;
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
    },
    async find(id) {
      const folder = folderOf(id);
      const written = await orNull(readFile(join(folder, 'options.json'), 'utf8'));
      if (written === null) return null;
      return { path: join(folder, 'source'), options: JSON.parse(written) as UploadOptions };
    },
    async remove(id) {
      for (const folder of [folderOf(id), unfinished(id)]) {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async list() {
      const names = (await orNull(readdir(root))) ?? [];
      return names.map((name) => name.replace(UNFINISHED, ''));
    },
  };
}

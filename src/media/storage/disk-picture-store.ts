import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '../../server/config.ts';
import { makeDirectory, syncDirectory } from '../../server/db/disk.ts';
import {
  createPictureStore,
  type FileStore,
  orDiskUnavailable,
  orNull,
  type PictureStore,
  type ReceivedFile,
  receiveFile,
  type StoredFile,
} from '../picture-store.ts';

/** Opens the S3 bucket if one is configured, with `DATA_DIR/uploads` for files on their way there, else `DATA_DIR/media`. */
export async function openPictureStore(
  config: Pick<Config, 'dataDir'> & Partial<Pick<Config, 's3'>>,
): Promise<PictureStore> {
  if (config.s3 === undefined) return createDiskPictureStore(join(config.dataDir, 'media'));
  // Imported lazily: a site without S3 does not load the SDK.
  const { createS3PictureStore } = await import('./s3-picture-store.ts');
  return createS3PictureStore(config.s3, { uploads: join(config.dataDir, 'uploads') });
}

export function createDiskPictureStore(root: string): PictureStore {
  return createPictureStore(createFolder(root), root);
}

function createFolder(root: string): FileStore {
  /** Before an upload is answered, everything is on the disk: the file, its name, the folder's name. */
  async function move(file: string, target: string): Promise<void> {
    makeDirectory(dirname(target));
    await rename(file, target);
    await syncDirectory(dirname(target));
    await syncDirectory(root);
  }

  async function put(path: string, content: Uint8Array | Pick<ReceivedFile, 'path'>) {
    const target = join(root, path);
    if (!(content instanceof Uint8Array)) return move(content.path, target);
    const received = await receiveFile(root, [content]);
    await move(received.path, target).finally(received.discard);
  }

  async function find(path: string): Promise<StoredFile | null> {
    const file = join(root, path);
    const found = await orNull(stat(file));
    return (
      found && {
        bytes: found.size,
        modified: found.mtime,
        async read(first, last) {
          const opened = await orNull(open(file));
          const content = opened?.createReadStream({ start: first, end: last });
          return content ? (Readable.toWeb(content) as ReadableStream<Uint8Array>) : null;
        },
      }
    );
  }

  async function list(folder: string) {
    const names = (await orNull(readdir(join(root, folder)))) ?? [];
    const files = names.map(async (name) => {
      const modified = (await orNull(stat(join(root, folder, name))))?.mtimeMs;
      return modified === undefined ? [] : [{ name, modified }];
    });
    return (await Promise.all(files)).flat();
  }

  return {
    put: (path, content) => orDiskUnavailable(put(path, content)),
    find: (path) => orDiskUnavailable(find(path)),
    list: (folder) => orDiskUnavailable(list(folder)),
    folders: async () => (await orNull(readdir(root))) ?? [],
    removeFolder: (folder) => rm(join(root, folder), { recursive: true, force: true }),
  };
}

import { mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the files of pictures are kept: a folder for each picture, named by its id. */
export type PictureFiles = {
  has(id: string): Promise<boolean>;
  /** Puts all files of a picture there at once, or none; those of one that is there stay. */
  put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>;
  remove(id: string): Promise<void>;
};

/** Folders that are being filled or emptied; no picture is served from them. */
const UNFINISHED = '.unfinished-';

/** So long nothing works on one folder. */
const STALE_MS = 60 * 60 * 1000;

/** Keeps pictures below a folder of this machine, which is made with the first of them. */
export function createPictureFiles(root: string): PictureFiles {
  async function has(id: string): Promise<boolean> {
    return exists(join(root, id));
  }

  async function put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(root, UNFINISHED));
    try {
      // An answered upload is on the disk: the files, their names, and in the end the folder's.
      for (const [name, data] of files) await writeFile(join(folder, name), data, { flush: true });
      await flushNames(folder);
      await rename(folder, join(root, id));
      await flushNames(root);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      if (!(await has(id))) throw error;
    }
  }

  async function remove(id: string): Promise<void> {
    if (!(await has(id))) return;
    // Gone at once: what is left of it after a crash is no picture any more.
    const folder = await mkdtemp(join(root, UNFINISHED));
    await rename(join(root, id), folder);
    await rm(folder, { recursive: true, force: true });
  }

  return { has, put, remove };
}

/**
 * Makes the folder of pictures and removes what a crash has left unfinished in it.
 *
 * @param now milliseconds since 1970; what was touched within the hour may be another process's work
 */
export async function sweepPictureFiles(root: string, now: number): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const name of await readdir(root)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const folder = join(root, name);
    if (await isOlder(folder, now - STALE_MS)) await rm(folder, { recursive: true, force: true });
  }
}

/** Not one that somebody else has removed meanwhile. */
async function isOlder(path: string, instant: number): Promise<boolean> {
  return (await exists(path)) && (await stat(path)).mtimeMs < instant;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function flushNames(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

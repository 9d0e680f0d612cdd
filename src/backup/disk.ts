import { open, stat } from 'node:fs/promises';

/** How the name of a backup goes on while it is made. */
export const PARTIAL = '.partial';

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/** Puts the names in a folder on the disk: what was renamed there stays so after a power cut. */
export async function flushNames(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

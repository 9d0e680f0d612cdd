import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fail, type Result, succeed } from '../../server/failure.ts';
import type { SourceFiles } from '../source.ts';
import { SOURCE_LIMITS } from './limits.ts';
import { isSystemFile } from './safe-path.ts';

/** The files of a folder. Symbolic links are not followed: they could lead out of it, or in circles. */
export async function openFolder(folder: string): Promise<Result<SourceFiles>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pathsOf = (chosen: typeof entries) =>
    chosen
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((path) => !isSystemFile(path))
      .sort();
  const paths = pathsOf(entries.filter((entry) => entry.isFile()));
  const links = pathsOf(entries.filter((entry) => entry.isSymbolicLink()));
  if (paths.length > SOURCE_LIMITS.files) {
    const detail = `The folder holds ${paths.length} files; at most ${SOURCE_LIMITS.files} are read.`;
    return fail({ kind: 'too-large', detail });
  }
  return succeed({ ...filesOf(folder, paths), links });
}

export function openFile(file: string): SourceFiles {
  return { ...filesOf(dirname(file), [basename(file)]), name: basename(file) };
}

function filesOf(folder: string, paths: string[]): SourceFiles {
  const known = new Set(paths);
  return {
    name: basename(folder),
    paths,
    async read(path) {
      if (!known.has(path)) return unreadable('ENOENT');
      const file = join(folder, path);
      try {
        const { size } = await stat(file);
        return size > SOURCE_LIMITS.fileBytes ? TOO_LARGE : succeed(await readFile(file));
      } catch (error) {
        return unreadable(error instanceof Error && 'code' in error ? error.code : error);
      }
    },
    async stream(path) {
      if (!known.has(path)) return unreadable('ENOENT');
      return succeed(contentOf(join(folder, path)));
    },
    close: async () => undefined,
  };
}

/** Opens the file on the first read: a stream that nobody reads would throw its errors at the process. */
async function* contentOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file);
}

function unreadable(code: unknown): Result<never> {
  return fail({ kind: 'malformed', detail: `the file cannot be read (${code})` });
}

export const TOO_LARGE = fail({
  kind: 'too-large',
  detail: `the file is larger than ${SOURCE_LIMITS.fileBytes / 1024 / 1024} MiB`,
});

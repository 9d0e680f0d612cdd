import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { SourceError, type SourceFiles } from './source.ts';

const MIB = 1024 * 1024;

/** What of a source is read at most. */
export const SOURCE_LIMITS = {
  files: 100_000,
  /** Bytes of one text, such as an export of WordPress: its tree takes several times as much memory. */
  textBytes: 48 * MIB,
  /** Bytes of all files of an archive, uncompressed. */
  archiveBytes: 8 * 1024 * MIB,
  /** How many times larger an archive may become. Text compresses to a tenth, empty pictures to a hundredth. */
  ratio: 200,
  /** UTF-16 code units of a path. */
  path: 1_000,
} as const;

/** Opens what a path names: a folder, a zip (by its content, whatever its name) or a single file. @throws SourceError */
export async function openFiles(path: string): Promise<SourceFiles> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new SourceError(
      /^ENO(?:ENT|TDIR)$/.test(error.code ?? '')
        ? `There is no file or folder ${resolve(path)}`
        : `${resolve(path)} cannot be read (${error.code})`,
    );
  });
  if (found.isDirectory()) return openFolder(path);
  if (!found.isFile()) throw new SourceError(`${resolve(path)} is neither a file nor a folder`);
  if (await startsAsZip(path)) return openZip(path);
  return filesOf(dirname(path), [basename(path)], []);
}

/** Reads a whole file. @throws SourceError when it is broken, or larger than the limit */
export async function readBytes(
  files: SourceFiles,
  path: string,
  maxBytes: number = SOURCE_LIMITS.textBytes,
): Promise<Buffer> {
  const tooLarge = () => new SourceError(`the file is larger than ${maxBytes / MIB} MiB`);
  if ((await files.size(path)) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of files.stream(path)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Decodes UTF-8, with a byte order mark or without, and UTF-16 with one.
 *
 * @param declared by the file: the name of another encoding
 * @throws SourceError
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const [first, second] = bytes;
  const marked =
    (first === 0xff && second === 0xfe && 'utf-16le') ||
    (first === 0xfe && second === 0xff && 'utf-16be');
  for (const encoding of [marked || 'utf-8', declared ?? []].flat()) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch (error) {
      // The bytes are in another encoding, or there is no encoding of this name.
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    }
  }
  throw new SourceError('the file is not in UTF-8. Save it as UTF-8');
}

export async function readText(files: SourceFiles, path: string): Promise<string> {
  return decodeText(await readBytes(files, path));
}

/** Symbolic links are not followed: they could lead out of the folder, or in circles. */
async function openFolder(folder: string): Promise<SourceFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pathsOf = (chosen: typeof entries) =>
    chosen
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((path) => !isSystemFile(path))
      .sort();
  const paths = pathsOf(entries.filter((entry) => entry.isFile()));
  const links = pathsOf(entries.filter((entry) => entry.isSymbolicLink()));
  if (paths.length > SOURCE_LIMITS.files) {
    throw new SourceError(
      `The folder holds ${paths.length} files; at most ${SOURCE_LIMITS.files} are read`,
    );
  }
  return filesOf(folder, paths, links);
}

function filesOf(folder: string, paths: string[], links: string[]): SourceFiles {
  const known = new Set(paths);
  const fileAt = (path: string) => {
    if (!known.has(path)) throw new SourceError('the file is missing');
    return join(folder, path);
  };
  return {
    paths,
    links,
    size: (path) => stat(fileAt(path)).then(({ size }) => size, unreadable),
    async *stream(path) {
      try {
        yield* createReadStream(fileAt(path));
      } catch (error) {
        unreadable(error);
      }
    },
    close: () => undefined,
  };
}

function unreadable(error: unknown): never {
  if (error instanceof SourceError) throw error;
  const { code, message } = error as NodeJS.ErrnoException;
  throw new SourceError(`the file cannot be read (${code ?? message})`);
}

/** A file, and the end of an archive without any (APPNOTE.TXT, sections 4.3.7 and 4.3.16). */
const ZIP_SIGNATURES = [0x04034b50, 0x06054b50];

async function startsAsZip(path: string): Promise<boolean> {
  const file = await open(path).catch(unreadable);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && ZIP_SIGNATURES.includes(buffer.readUInt32LE());
  } finally {
    await file.close();
  }
}

/**
 * The files of a zip, which are read in place: nothing is unpacked to a disk. An archive that is broken, hostile or
 * larger than the limits is refused as a whole.
 */
async function openZip(file: string): Promise<SourceFiles> {
  let zip: ZipFile | undefined;
  try {
    // Entries are read long after the directory.
    zip = await openPromise(file, { autoClose: false });
    const opened = zip;
    const entries = await readDirectory(opened);
    const entryAt = (path: string) => {
      const entry = entries.get(path);
      if (entry === undefined) throw new SourceError('the file is missing');
      return entry;
    };
    return {
      paths: [...entries.keys()].sort(),
      links: [],
      size: async (path) => entryAt(path).uncompressedSize,
      async *stream(path) {
        try {
          // The sizes in the directory are checked against the data while it is read.
          yield* await opened.openReadStreamPromise(entryAt(path));
        } catch (error) {
          unreadable(error);
        }
      },
      close: () => opened.close(),
    };
  } catch (cause) {
    zip?.close();
    if (cause instanceof SourceError) throw cause;
    throw new SourceError(`The archive is damaged: ${(cause as Error).message}`, { cause });
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  const { files, archiveBytes, ratio } = SOURCE_LIMITS;
  const refuse = (what: string): never => {
    throw new SourceError(`The archive ${what}.`);
  };
  if (zip.entryCount > files) refuse(`holds ${zip.entryCount} entries; at most ${files} are read`);
  const entries = new Map<string, Entry>();
  const names = new Set<string>();
  let [bytes, compressed] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    const problem = names.has(name) ? 'appears twice' : entryProblem(entry, name);
    if (problem !== null) refuse(`cannot be read: its entry “${name}” ${problem}`);
    names.add(name);
    bytes += entry.uncompressedSize;
    compressed += entry.compressedSize;
    if (!name.endsWith('/') && !isSystemFile(name)) entries.set(name, entry);
  }
  const gibibytes = (count: number) => `${Math.ceil(count / 1024 ** 3)} GiB`;
  if (bytes > archiveBytes) {
    refuse(`would unpack to ${gibibytes(bytes)}; at most ${gibibytes(archiveBytes)} are read`);
  }
  // Entries that share their data multiply it.
  if (compressed > zip.fileSize) refuse('is damaged: its entries overlap');
  if (bytes > MIB && bytes > ratio * compressed) {
    refuse(`would unpack to more than ${ratio} times its size, which is suspicious`);
  }
  return entries;
}

/** The general purpose flag that says that the name is UTF-8 (APPNOTE.TXT, section 4.4.4). */
const UTF8 = 0x800;

/** macOS writes UTF-8 without the flag that says so, and old Windows separates folders by backslashes. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const isUtf8 = Buffer.from(fileNameRaw).equals(Buffer.from(Buffer.from(fileNameRaw).toString()));
  const flags = generalPurposeBitFlag | (isUtf8 ? UTF8 : 0);
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

function entryProblem(entry: Entry, name: string): string | null {
  if (name.length > SOURCE_LIMITS.path) return 'is too long';
  if (name.includes('\0')) return 'holds a NUL';
  if (name.includes('\\')) return 'holds a backslash';
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'is absolute';
  if (name.split('/').includes('..')) return 'leads out of the archive';
  // The upper half of the attributes is the mode, where Unix made the entry (APPNOTE.TXT, section 4.4.15).
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (type === 0o120000) return 'is a symbolic link';
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) return 'is not a file';
  return entry.isEncrypted() ? 'is encrypted' : null;
}

/** Files that systems add to folders by themselves. */
function isSystemFile(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|\.git|node_modules)(?:\/|$)/i.test(path);
}

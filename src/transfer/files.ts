import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { describeSourceError, SourceError, type SourceFiles } from './source.ts';

const MIB = 1024 * 1024;

const SOURCE_LIMITS = {
  files: 60_000,
  /** Bytes of one text, such as an export of WordPress: its tree takes several times as much memory. */
  textBytes: 48 * MIB,
  /** How many times larger an archive may become. Text compresses to a tenth, empty pictures to a hundredth. */
  ratio: 200,
  /** UTF-16 code units of a path. */
  path: 1_000,
} as const;

/** Opens what a path names: a folder, a zip (by its content, whatever its name) or a single file. @throws SourceError */
export async function openFiles(path: string): Promise<SourceFiles> {
  const opened = await stat(path).catch(({ code }: NodeJS.ErrnoException) => {
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    const what = isMissing ? 'There is no file or folder' : `It cannot be read (${code}):`;
    throw new SourceError(`${what} ${resolve(path)}`);
  });
  if (opened.isDirectory()) return openFolder(path);
  if (!opened.isFile()) throw new SourceError(`${resolve(path)} is neither a file nor a folder`);
  const head = await buffer(createReadStream(path, { end: 3 })).catch(unreadable);
  // A file, or the end of an archive without any (APPNOTE.TXT, sections 4.3.7 and 4.3.16).
  if (['504b0304', '504b0506'].includes(head.toString('hex'))) return openZip(path);
  return filesOf(new Map([[basename(path), async () => createReadStream(path)]]));
}

type Streams = Map<string, () => Promise<Readable>>;

function filesOf(streams: Streams, links: string[] = [], close?: () => void): SourceFiles {
  return {
    paths: [...streams.keys()].sort(),
    links,
    async *stream(path) {
      const open = streams.get(path);
      if (open === undefined) throw new SourceError('the file is missing');
      try {
        yield* await open();
      } catch (error) {
        unreadable(error);
      }
    },
    close: () => close?.(),
  };
}

function unreadable(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  throw new SourceError(`the file cannot be read (${code ?? message})`);
}

/** Reads a whole file. @throws SourceError when it is broken, or larger than the limit */
export function readBytes(files: SourceFiles, path: string, max: number = SOURCE_LIMITS.textBytes) {
  return collect(files.stream(path), max);
}

/** Reads a stream to its end. @throws SourceError when it is larger than the limit */
export async function collect(stream: AsyncIterable<Uint8Array>, max: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > max) throw new SourceError(`the file is larger than ${max / MIB} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Decodes UTF-8, with a byte order mark or without, and UTF-16 with one. @throws SourceError */
export function decodeText(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new SourceError('the file is not in UTF-8. Save it as UTF-8', { cause });
  }
}

export async function readText(files: SourceFiles, path: string): Promise<string> {
  return decodeText(await readBytes(files, path));
}

/** Empty for what cannot be read as text: other files of a folder may be anything. */
export async function readOtherText(files: SourceFiles, path: string): Promise<string> {
  return readText(files, path).catch((error: unknown) => describeSourceError(error) && '');
}

/** Symbolic links are not followed: they could lead out of the folder, or in circles. */
async function openFolder(folder: string): Promise<SourceFiles> {
  const files: Streams = new Map();
  const links: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(folder, full).replaceAll(sep, '/');
    if (SYSTEM_FILE.test(path)) continue;
    if (entry.isFile()) files.set(path, async () => createReadStream(full));
    else if (entry.isSymbolicLink()) links.push(path);
  }
  requireFew('folder', files.size);
  return filesOf(files, links.sort());
}

/** Files that systems add to folders by themselves. */
const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|\.git|node_modules)(?:\/|$)/i;

/** @throws SourceError for more entries than are read */
export function requireFew(what: string, count: number): void {
  const { files: max } = SOURCE_LIMITS;
  if (count > max) {
    throw new SourceError(`The ${what} holds ${count} entries; at most ${max} are read`);
  }
}

/** An archive that is broken, hostile or larger than the limits is refused as a whole. */
async function openZip(file: string): Promise<SourceFiles> {
  let zip: ZipFile | undefined;
  try {
    // Entries are read long after the directory.
    zip = await openPromise(file, { autoClose: false });
    const opened = zip;
    return filesOf(await readDirectory(opened), [], () => opened.close());
  } catch (cause) {
    zip?.close();
    if (cause instanceof SourceError) throw cause;
    // Also for names that are absolute or lead out of the archive.
    throw new SourceError(`The archive is damaged: ${(cause as Error).message}`, { cause });
  }
}

async function readDirectory(zip: ZipFile): Promise<Streams> {
  const { ratio } = SOURCE_LIMITS;
  requireFew('archive', zip.entryCount);
  const entries: Streams = new Map();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    const problem = entries.has(name) ? 'appears twice' : entryProblem(entry, name);
    if (problem !== null) throw new SourceError(`The entry “${name}” of the archive ${problem}.`);
    bytes += entry.uncompressedSize;
    // The sizes in the directory are checked against the data while it is read.
    entries.set(name, () => zip.openReadStreamPromise(entry));
  }
  // Entries that share their data multiply it, too.
  if (bytes > Math.max(MIB, ratio * zip.fileSize)) {
    throw new SourceError(`The archive would unpack to over ${ratio} times its size.`);
  }
  const isFile = ([name]: [string, unknown]) => !name.endsWith('/') && !SYSTEM_FILE.test(name);
  return new Map([...entries].filter(isFile));
}

/** macOS writes UTF-8 without the flag that says so (APPNOTE.TXT, section 4.4.4), and old Windows separates folders by backslashes. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = generalPurposeBitFlag | (isUtf8(fileNameRaw) ? 0x800 : 0);
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

function entryProblem(entry: Entry, name: string): string | null {
  if (name.length > SOURCE_LIMITS.path) return 'has a name that is too long';
  if (name.includes('\0')) return 'has a name with a NUL';
  // The upper half of the attributes is the mode, where Unix made the entry (APPNOTE.TXT, section 4.4.15).
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (![0, 0o100000, 0o040000].includes(type)) return 'is not a file, perhaps a symbolic link';
  return entry.isEncrypted() ? 'is encrypted' : null;
}

import { basename } from 'node:path';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { fail, type Result, succeed } from '../../server/failure.ts';
import type { SourceFiles } from '../source.ts';
import { decodeText } from './decode-text.ts';
import { TOO_LARGE } from './folder-files.ts';
import { SOURCE_LIMITS } from './limits.ts';
import { isSystemFile, pathProblem } from './safe-path.ts';

/**
 * The files of a zip, which are read in place: nothing is unpacked to a disk. An archive that is broken, hostile or
 * larger than the limits is refused as a whole, before any of it is imported.
 */
export async function openZip(file: string): Promise<Result<SourceFiles>> {
  let zip: ZipFile;
  try {
    // Not by itself: entries are read long after the directory.
    zip = await openPromise(file, { autoClose: false });
  } catch (error) {
    return refuse(`is damaged: ${messageOf(error)}`);
  }
  const entries = await readDirectory(zip);
  if (!entries.ok) {
    zip.close();
    return entries;
  }
  return succeed({
    name: basename(file),
    paths: [...entries.value.keys()].sort(),
    read: (path) => readEntry(zip, entries.value.get(path)),
    stream: (path) => streamEntry(zip, entries.value.get(path)),
    close: async () => zip.close(),
  });
}

async function readDirectory(zip: ZipFile): Promise<Result<Map<string, Entry>>> {
  if (zip.entryCount > SOURCE_LIMITS.files) return tooMany(zip.entryCount);
  const entries = new Map<string, Entry>();
  const names = new Set<string>();
  let [bytes, compressed] = [0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      const problem = entryProblem(entry, name, names);
      if (problem !== null) return refuse(`cannot be read: its entry “${name}” ${problem}`);
      bytes += entry.uncompressedSize;
      compressed += entry.compressedSize;
      if (name.endsWith('/') || isSystemFile(name)) continue;
      entries.set(name, entry);
    }
  } catch (error) {
    return refuse(`is damaged: ${messageOf(error)}`);
  }
  const { archiveBytes, ratio } = SOURCE_LIMITS;
  if (bytes > archiveBytes) {
    return refuse(
      `would unpack to ${gibibytes(bytes)}; at most ${gibibytes(archiveBytes)} are read`,
    );
  }
  // Entries that share their data multiply it.
  if (compressed > zip.fileSize) return refuse('is damaged: its entries overlap');
  if (bytes > 1024 * 1024 && bytes > ratio * compressed) {
    return refuse(`would unpack to more than ${ratio} times its size, which is suspicious`);
  }
  return succeed(entries);
}

/** macOS writes UTF-8 without the flag that says so, and old Windows separates folders by backslashes. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = generalPurposeBitFlag | (decodeText(fileNameRaw).ok ? UTF8 : 0);
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

/** The general purpose flag that says that the name is UTF-8 (APPNOTE.TXT, section 4.4.4). */
const UTF8 = 0x800;

/** Notes the name of an entry. */
function entryProblem(entry: Entry, name: string, names: Set<string>): string | null {
  const problem = pathProblem(name);
  if (problem !== null) return problem;
  if (names.has(name)) return 'appears twice';
  names.add(name);
  // The upper half of the attributes is the mode, where Unix made the entry (APPNOTE.TXT, section 4.4.15).
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (type === 0o120000) return 'is a symbolic link';
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) return 'is not a file';
  return entry.isEncrypted() ? 'is encrypted' : null;
}

async function readEntry(zip: ZipFile, entry: Entry | undefined): Promise<Result<Uint8Array>> {
  if (entry !== undefined && entry.uncompressedSize > SOURCE_LIMITS.fileBytes) return TOO_LARGE;
  const content = await streamEntry(zip, entry);
  if (!content.ok) return content;
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content.value) chunks.push(chunk);
    return succeed(Buffer.concat(chunks));
  } catch (error) {
    return unreadable(error);
  }
}

/** The sizes in the directory are checked against the data while it is read. */
async function streamEntry(
  zip: ZipFile,
  entry: Entry | undefined,
): Promise<Result<AsyncIterable<Uint8Array>>> {
  if (entry === undefined) return fail({ kind: 'not-found', detail: 'the file is missing' });
  try {
    return succeed(await zip.openReadStreamPromise(entry));
  } catch (error) {
    return unreadable(error);
  }
}

function unreadable(error: unknown): Result<never> {
  return fail({ kind: 'malformed', detail: `the file cannot be read (${messageOf(error)})` });
}

function tooMany(count: number): Result<never> {
  return refuse(`holds ${count} entries; at most ${SOURCE_LIMITS.files} are read`);
}

function gibibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 3)} GiB`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function refuse(what: string): Result<never> {
  return fail({ kind: 'malformed', detail: `The archive ${what}.` });
}

import { createHash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export type WrittenFile = {
  path: string;
  /** Uncompressed. */
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
};

export type FileOptions = {
  /** ISO 8601 in UTC. */
  modified: string;
  /** False for what is compressed already. */
  isCompressed?: boolean;
};

export type ZipWriter = ReturnType<typeof createZipWriter>;

/**
 * Writes a zip while it is read. The content of an entry is requested when the entry before it has been read, so that
 * only the buffers of one are in memory.
 *
 * @param signal aborts what is being written
 * @param onProgress called as long as the output is read
 */
export function createZipWriter(signal: AbortSignal, onProgress: () => void) {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const files: WrittenFile[] = [];
  // The same error rejects `add`.
  zip.on('error', () => undefined);

  /** Adds a file; resolves when its content has been taken. */
  async function add(
    path: string,
    content: AsyncIterable<Uint8Array | string> | Iterable<string>,
    { modified, isCompressed = true }: FileOptions,
  ): Promise<WrittenFile> {
    signal.throwIfAborted();
    const hash = createHash('sha256');
    const written = { bytes: 0 };
    async function* hashed() {
      for await (const part of content) {
        const chunk = typeof part === 'string' ? Buffer.from(part) : part;
        hash.update(chunk);
        onProgress();
        written.bytes += chunk.byteLength;
        yield chunk;
      }
    }
    const source = addAbortSignal(signal, Readable.from(hashed(), { objectMode: false }));
    const { promise: taken, resolve, reject } = Promise.withResolvers<void>();
    source.once('end', resolve).once('error', reject);
    const options = { mtime: new Date(modified), mode: 0o100644, compress: isCompressed };
    enqueue(zip, path, options, source);
    await taken;
    const file = { path, ...written, sha256: hash.digest('hex') };
    files.push(file);
    return file;
  }

  return {
    output,
    add,
    addText: (path: string, text: string, options: FileOptions) => add(path, [text], options),
    /** All files so far, by their paths. */
    files: () => files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    end: () => zip.end(),
    /** Ends the output with an error: what was written so far is not an archive. */
    fail: (error: Error) => output.destroy(error),
  };
}

/** The part of an entry that `yazl` keeps until the end. */
type KeptEntry = { utf8FileName: Buffer };

/** Adds an entry so that `yazl` keeps no reference to its content. */
function enqueue(
  zip: ZipFile,
  path: string,
  options: Parameters<ZipFile['addReadStream']>[2] & object,
  source: Readable,
): void {
  const pending = { source: source as Readable | null };
  zip.addReadStreamLazy(path, options, (pass) => {
    const next = pending.source as Readable;
    pending.source = null;
    pass(null, next);
  });
  const { entries } = zip as unknown as { entries: KeptEntry[] };
  const entry = entries.at(-1);
  if (entry !== undefined) entry.utf8FileName = unpooled(entry.utf8FileName);
}

/** Copies bytes out of Node's buffer pool: a name would keep 64 KB of content alive. */
function unpooled(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

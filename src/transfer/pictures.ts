import { basename } from 'node:path';
import type { createLibrary } from '../media/library.ts';
import { sniffFormat } from '../media/sniff.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { FETCH_LIMITS, type FetchPicture } from './fetch-picture.ts';
import { SOURCE_LIMITS } from './files/limits.ts';
import { reasonOf } from './reason-of.ts';
import type { SourceFiles } from './source.ts';

/** A file of a source that is damaged or too large; the message is for the person who imports. */
class UnreadableFileError extends Error {
  override name = 'UnreadableFileError';
}

/** A file of a source in the library. */
export type Stored = { url: string; id: string };

export type Media = {
  /** Stores a picture or file of the source; fails if the library refuses it. */
  store(path: string): Promise<Result<Stored>>;
  /** Fetches and stores a picture of another site; null if the import does not fetch pictures, or in a dry run. */
  fetch(url: string): Promise<Result<Stored>> | null;
  fetchesPictures: boolean;
};

export type LibraryUploads = Pick<
  ReturnType<typeof createLibrary>,
  'uploadPicture' | 'uploadAttachment'
>;

type MediaDeps = LibraryUploads & {
  files: SourceFiles;
  /** When the import began, ISO 8601 in UTC. */
  importSince: string;
  /** Undefined when pictures of other sites stay there. */
  fetchPicture: FetchPicture | undefined;
  /** Milliseconds, monotonic. */
  elapsed: () => number;
};

/** Limits of a picture and of another file: cameras make pictures of 50 MB. */
const MAX_BYTES = { picture: 64 * 1024 * 1024, attachment: SOURCE_LIMITS.fileBytes } as const;

/** Returns true for the names of files that the library accepts as pictures. */
export function isPicturePath(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg|heic|bmp|tiff?|ico)$/i.test(path);
}

/** Adds what a source holds to the library, each file once. */
export function createMedia(deps: MediaDeps): Media {
  const { files, importSince, uploadPicture, uploadAttachment, elapsed, fetchPicture } = deps;
  const stored = new Map<string, Promise<Result<Stored>>>();
  const start = elapsed();
  const spent = { pictures: 0, bytes: 0 };

  const once = (key: string, add: () => Promise<Result<Stored>>) => {
    const known = stored.get(key);
    if (known !== undefined) return known;
    const adding = add();
    stored.set(key, adding);
    return adding;
  };

  async function add(file: Uint8Array, name: string): Promise<Result<Stored>> {
    const uploaded = await uploadPicture(file, { name, importSince });
    if (!uploaded.ok) return uploaded;
    const { picture } = uploaded.value;
    return succeed({ url: picture.address, id: picture.id });
  }

  async function storeFile(path: string): Promise<Result<Stored>> {
    const name = basename(path);
    return orUnreadable(async () => {
      if (isPicturePath(path)) return add(await readPicture(contentOf(files, path)), name);
      const limited = upTo(MAX_BYTES.attachment, contentOf(files, path));
      const uploaded = await uploadAttachment(limited, { name, importSince });
      if (!uploaded.ok) return uploaded;
      const { attachment } = uploaded.value;
      return succeed({ url: attachment.address, id: attachment.id });
    });
  }

  async function fetchRemote(fetchIt: FetchPicture, url: string): Promise<Result<Stored>> {
    spent.pictures += 1;
    if (spent.pictures > FETCH_LIMITS.pictures)
      return over(`more than ${FETCH_LIMITS.pictures} pictures`);
    if (spent.bytes > FETCH_LIMITS.bytes) return over('more data than one import fetches');
    if (elapsed() - start > FETCH_LIMITS.totalTime) return over('an hour has passed');
    const file = await fetchIt(url);
    if (!file.ok) return file;
    spent.bytes += file.value.byteLength;
    return add(file.value, basename(URL.parse(url)?.pathname ?? ''));
  }

  return {
    store: (path) => once(path, () => storeFile(path)),
    fetchesPictures: fetchPicture !== undefined,
    fetch: (url) =>
      fetchPicture === undefined ? null : once(url, () => fetchRemote(fetchPicture, url)),
  };
}

/**
 * For a dry run: looks at the files, and stores and fetches nothing.
 *
 * @param fetchesPictures whether the import is to fetch those of other sites
 */
export function previewMedia(files: SourceFiles, fetchesPictures = false): Media {
  return {
    async store(path) {
      const file = isPicturePath(path) ? await files.read(path) : null;
      if (file !== null && !file.ok) return file;
      const format = file === null ? null : sniffFormat(file.value);
      if (format !== null && !format.ok) return format;
      return succeed({ url: `/${path.split('/').map(encodeURIComponent).join('/')}`, id: '' });
    },
    fetch: () => null,
    fetchesPictures,
  };
}

function over(what: string): Result<never> {
  return fail({ kind: 'too-large', detail: `not fetched: ${what}` });
}

/** A file of the source. @throws UnreadableFileError */
export async function* contentOf(
  files: SourceFiles,
  path: string,
): AsyncGenerator<Uint8Array, void> {
  const content = await files.stream(path);
  if (!content.ok) throw new UnreadableFileError(reasonOf(content));
  try {
    yield* content.value;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UnreadableFileError(`the file cannot be read (${message})`, { cause: error });
  }
}

/** @throws UnreadableFileError also when it is too large */
export async function readPicture(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of upTo(MAX_BYTES.picture, content)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* upTo(max: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > max) {
      throw new UnreadableFileError(`the file is larger than ${max / 1024 / 1024} MiB`);
    }
    yield chunk;
  }
}

/** Makes a failure of an `UnreadableFileError`. */
export async function orUnreadable<T>(act: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return fail({ kind: 'malformed', detail: error.message });
  }
}

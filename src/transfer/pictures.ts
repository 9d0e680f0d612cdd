import { basename } from 'node:path';
import { uploadAttachment } from '../media/attachment-upload.ts';
import { uploadPicture } from '../media/picture-upload.ts';
import { sniffFormat } from '../media/sniff.ts';
import type { Result } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { readBytes } from './files.ts';
import { orThrow, SourceError, type SourceFiles } from './source.ts';

const MIB = 1024 * 1024;

/** Fetches a picture from a public address; fails in words. Redirects are followed, time and size are limited. */
export type FetchPicture = (url: string) => Promise<Result<Uint8Array>>;

/** What one import fetches at most. */
export const FETCH_LIMITS = {
  pictures: 5_000,
  bytes: 2 * 1024 * MIB,
  /** The limit of one picture. */
  pictureBytes: 20 * MIB,
  /** Milliseconds for one picture, with all redirects. */
  timeout: 20_000,
  /** Milliseconds for all of them. */
  totalTime: 60 * 60 * 1000,
} as const;

/** Bytes: cameras make pictures of 50 MB. */
const MAX_PICTURE = 64 * MIB;

/** The URL of a file in the library, or why it is not there. */
export type Stored = { url: string } | { refused: string };

export type Media = {
  /** Stores a picture or file of the source. */
  store(path: string): Promise<Stored>;
  /** Fetches and stores a picture of another site; null if the import does not fetch pictures, or in a dry run. */
  fetch(url: string): Promise<Stored> | null;
  fetchesPictures: boolean;
};

/** Returns true for the names of files that the library accepts as pictures. */
export function isPicturePath(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg|heic|bmp|tiff?|ico)$/i.test(path);
}

/** Adds what a source holds to the library, each file once. A dry run stores and fetches nothing. */
export function createMedia(
  site: Site,
  files: SourceFiles,
  { fetchesPictures, isDryRun }: { fetchesPictures: boolean; isDryRun: boolean },
): Media {
  const start = site.elapsed();
  const stored = new Map<string, Promise<Stored>>();
  const spent = { pictures: 0, bytes: 0 };

  const once = (key: string, add: () => Promise<string>) => {
    const adding = stored.get(key) ?? orRefused(add);
    stored.set(key, adding);
    return adding;
  };

  async function addPicture(file: Uint8Array, name: string): Promise<string> {
    return orThrow(await uploadPicture(site, file, { name })).picture.address;
  }

  async function addFile(path: string): Promise<string> {
    const [name, isPicture] = [basename(path), isPicturePath(path)];
    const picture = isPicture ? await readBytes(files, path, MAX_PICTURE) : null;
    if (isDryRun) {
      if (picture !== null) orThrow(sniffFormat(picture));
      return `/${path.split('/').map(encodeURIComponent).join('/')}`;
    }
    if (picture !== null) return addPicture(picture, name);
    const added = await uploadAttachment(site, files.stream(path), { name });
    return orThrow(added).attachment.address;
  }

  async function addRemote(url: string): Promise<string> {
    spent.pictures += 1;
    const isOver =
      spent.pictures > FETCH_LIMITS.pictures ||
      spent.bytes > FETCH_LIMITS.bytes ||
      site.elapsed() - start > FETCH_LIMITS.totalTime;
    if (isOver) throw new SourceError('not fetched: one import fetches no more');
    const file = orThrow(await site.fetchPicture(url));
    spent.bytes += file.byteLength;
    return addPicture(file, basename(URL.parse(url)?.pathname ?? ''));
  }

  return {
    store: (path) => once(path, () => addFile(path)),
    fetch: (url) => (fetchesPictures && !isDryRun ? once(url, () => addRemote(url)) : null),
    fetchesPictures,
  };
}

async function orRefused(add: () => Promise<string>): Promise<Stored> {
  try {
    return { url: await add() };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { refused: error.message };
  }
}

import { basename } from 'node:path';
import { sniffFormat } from '../media/sniff.ts';
import { uploadMedia } from '../media/upload.ts';
import type { Result } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { readBytes } from './files.ts';
import { orThrow, SourceError, type SourceFiles } from './source.ts';

/** Fetches a picture from a public address; fails in words. Redirects are followed, time and size are limited. */
export type FetchPicture = (url: string) => Promise<Result<Uint8Array>>;

/** What one import fetches at most. */
const MAX_FETCHED = 5_000;

/** Bytes: cameras make pictures of 50 MB. */
const MAX_PICTURE = 64 * 1024 * 1024;

export type Media = ReturnType<typeof createMedia>;

export function isPicturePath(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg|heic|bmp|tiff?|ico)$/i.test(path);
}

/** Adds what a source holds to the library, each file once. A dry run stores and fetches nothing. */
export function createMedia(
  site: Site,
  files: SourceFiles,
  { fetchesPictures, isDryRun }: { fetchesPictures: boolean; isDryRun: boolean },
) {
  const stored = new Map<string, Promise<string>>();
  let fetched = 0;

  const once = (key: string, add: (key: string) => Promise<string>): Promise<string> => {
    const adding = stored.get(key) ?? add(key);
    stored.set(key, adding);
    return adding;
  };

  async function addPicture(file: Uint8Array, name: string): Promise<string> {
    const upload = { name, maxPictureBytes: MAX_PICTURE };
    return orThrow(await uploadMedia(site, [file], upload)).item.address;
  }

  async function addFile(path: string): Promise<string> {
    const name = basename(path);
    const picture = isPicturePath(path) ? await readBytes(files, path, MAX_PICTURE) : null;
    if (isDryRun) {
      if (picture !== null) orThrow(sniffFormat(picture));
      return `/${path.split('/').map(encodeURIComponent).join('/')}`;
    }
    if (picture !== null) return addPicture(picture, name);
    return orThrow(await uploadMedia(site, files.stream(path), { name })).item.address;
  }

  async function addRemote(url: string): Promise<string> {
    if (++fetched > MAX_FETCHED) throw new SourceError('not fetched: one import fetches no more');
    const file = orThrow(await site.fetchPicture(url));
    return addPicture(file, basename(URL.parse(url)?.pathname ?? ''));
  }

  return {
    /** Stores a picture or file of the source. @throws SourceError */
    store: (path: string) => once(path, addFile),
    /** Fetches and stores a picture of another site; null if the import does not fetch pictures, or in a dry run. */
    fetch: (url: string) => (fetchesPictures && !isDryRun ? once(url, addRemote) : null),
    fetchesPictures,
  };
}

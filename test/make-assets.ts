import { type Assets, readAssets } from '../src/server/http/cache/assets.ts';
import { toResponse } from '../src/server/http/cache/stored-response.ts';
import { preferredEncoding } from '../src/server/http/compression.ts';
import { makeFolder } from './make-folder.ts';

/** Writes built files into a folder that is removed after the test, and reads them as the server does. */
export async function makeAssets(
  files: Readonly<Record<string, string | Buffer>>,
): Promise<Assets> {
  return readAssets(makeFolder(files), 'https://site.test');
}

/** The response that a client with this `Accept-Encoding` gets. */
export async function respondWith(assets: Assets, path: string, accepted?: string) {
  const file = assets.get(path);
  if (file === undefined) throw new Error(`There is no file at ${path}`);
  const representation = await file.represent(preferredEncoding(accepted));
  return toResponse(representation, new Request(`https://site.test${path}`));
}

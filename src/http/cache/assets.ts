import { glob, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { addSecurityHeaders } from '../security-headers.ts';
import { type StoredResponse, storeResponse } from './stored-response.ts';

/** The built files for browsers by their addresses. */
export type Assets = ReadonlyMap<string, StoredResponse>;

/** The endings of compressed copies that lie beside a file. */
const COPIES = { br: '.br', gzip: '.gz' } as const;

/**
 * Reads the built files for browsers into memory, with the compressed copies that were made when they
 * were built: a few megabytes in all.
 */
export async function readAssets(folder: string, publicUrl: string): Promise<Assets> {
  const files = new Map<string, string>();
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${path.slice(join(folder, sep).length).replaceAll(sep, '/')}`, path);
  }
  const assets = new Map<string, StoredResponse>();
  for (const [address, path] of files) {
    if (Object.values(COPIES).some((ending) => files.has(address.slice(0, -ending.length))))
      continue;
    const copies = await Promise.all(
      Object.entries(COPIES)
        .filter(([, ending]) => files.has(address + ending))
        .map(async ([encoding, ending]) => [encoding, await readFile(path + ending)] as const),
    );
    const body = await readFile(path);
    assets.set(
      address,
      storeResponse({
        status: 200,
        headers: headersOf(address, publicUrl),
        body,
        encoded: Object.fromEntries(copies),
      }),
    );
  }
  return assets;
}

function headersOf(address: string, publicUrl: string): Headers {
  const headers = new Headers({
    'Content-Type': getMimeType(address) ?? 'application/octet-stream',
    'Cache-Control': address.startsWith('/static/')
      ? // Their names carry the hash of their content.
        'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
  });
  addSecurityHeaders(headers, { contentPolicy: true, publicUrl });
  return headers;
}

import { glob, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { addSecurityHeaders, svgPolicy } from '../security-headers.ts';
import { type StoredResponse, storeResponse } from './stored-response.ts';

/** The built files by URL path. */
export type Assets = ReadonlyMap<string, StoredResponse>;

/** The file extensions of copies that were compressed at build time. */
const EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/**
 * Reads the built files into memory, with their compressed copies: a few megabytes in all.
 */
export async function readAssets(folder: string, publicUrl: string): Promise<Assets> {
  const files = new Map<string, string>();
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${path.slice(join(folder, sep).length).replaceAll(sep, '/')}`, path);
  }
  const assets = new Map<string, StoredResponse>();
  for (const [url, path] of files) {
    if (Object.values(EXTENSIONS).some((extension) => files.has(url.slice(0, -extension.length))))
      continue;
    const copies = await Promise.all(
      Object.entries(EXTENSIONS)
        .filter(([, extension]) => files.has(url + extension))
        .map(
          async ([encoding, extension]) => [encoding, await readFile(path + extension)] as const,
        ),
    );
    const body = await readFile(path);
    assets.set(
      url,
      storeResponse({
        status: 200,
        headers: headersOf(url, body, publicUrl),
        body,
        encoded: Object.fromEntries(copies),
      }),
    );
  }
  return assets;
}

function headersOf(url: string, body: Buffer, publicUrl: string): Headers {
  const headers = new Headers({
    'Content-Type': getMimeType(url) ?? 'application/octet-stream',
    'Cache-Control': url.startsWith('/static/')
      ? // File names contain a hash of the content.
        'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
  });
  if (url.endsWith('.svg')) headers.set('Content-Security-Policy', svgPolicy(body.toString()));
  addSecurityHeaders(headers, { contentPolicy: true, publicUrl });
  return headers;
}

import { glob, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import type { Encoding } from '../compression.ts';
import { addSecurityHeaders, svgPolicy } from '../security-headers.ts';
import { type StoredResponse, storeResponse } from './stored-response.ts';

export type Assets = ReadonlyMap<string, StoredResponse>;

/** The file extensions of copies that were compressed at build time. */
const EXTENSIONS: readonly [Encoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

export async function readAssets(folder: string, publicUrl: string): Promise<Assets> {
  const files = new Map<string, string>();
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${path.slice(join(folder, sep).length).replaceAll(sep, '/')}`, path);
  }
  const assets = new Map<string, StoredResponse>();
  for (const [url, path] of files) {
    if (/\.(?:br|gz)$/.test(url)) continue;
    const encoded: Partial<Record<Encoding, Buffer>> = {};
    for (const [encoding, extension] of EXTENSIONS) {
      if (files.has(url + extension)) encoded[encoding] = await readFile(path + extension);
    }
    const body = await readFile(path);
    const headers = headersOf(url, body, publicUrl);
    assets.set(url, storeResponse({ status: 200, headers, body, encoded }));
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

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Assets, readAssets } from '../src/http/cache/assets.ts';
import { toResponse } from '../src/http/cache/stored-response.ts';
import { preferredEncoding } from '../src/http/encoding.ts';

/** Writes built files into a folder that is removed after the test, and reads them as the server does. */
export async function makeAssets(
  files: Readonly<Record<string, string | Buffer>>,
): Promise<Assets> {
  const folder = mkdtempSync(join(tmpdir(), 'ligara-assets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return readAssets(folder, 'https://site.test');
}

/** The response that a client with this `Accept-Encoding` gets. */
export async function respondWith(assets: Assets, path: string, accepted?: string) {
  const file = assets.get(path);
  if (file === undefined) throw new Error(`There is no file at ${path}`);
  const representation = await file.represent(preferredEncoding(accepted));
  return toResponse(representation, new Request(`https://site.test${path}`));
}

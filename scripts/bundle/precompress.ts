import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import { getMimeType } from 'hono/utils/mime';

/** Writes `.br` and `.gz` copies beside every file that shrinks; the server sends them instead. */
export async function precompress(folder: string): Promise<void> {
  const copies: Promise<void>[] = [];
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    const type = getMimeType(entry.name);
    if (!entry.isFile() || !type || !COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)) continue;
    copies.push(writeCopies(join(entry.parentPath, entry.name)));
  }
  await Promise.all(copies);
}

async function writeCopies(path: string): Promise<void> {
  const content = await readFile(path);
  // At the highest quality, which is Brotli's default.
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  for (const [ending, copy] of Object.entries({ br, gz })) {
    if (copy.length < content.length) await writeFile(`${path}.${ending}`, copy);
  }
}

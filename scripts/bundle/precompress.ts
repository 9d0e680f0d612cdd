import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import { getMimeType } from 'hono/utils/mime';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Writes a Brotli (`.br`) and a gzip (`.gz`) copy, at maximum compression, beside every file in `folder`
 * and its subfolders that shrinks. The server sends them instead of the file.
 */
export async function precompress(folder: string): Promise<void> {
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    const type = getMimeType(entry.name);
    if (!entry.isFile() || !type || !COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)) continue;
    await writeCopies(join(entry.parentPath, entry.name));
  }
}

async function writeCopies(path: string): Promise<void> {
  const content = await readFile(path);
  const copies = {
    br: await brotliAsync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    gz: await gzipAsync(content, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < content.length) await writeFile(`${path}.${ending}`, copy);
  }
}

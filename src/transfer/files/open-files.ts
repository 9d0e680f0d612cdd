import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fail, type Result, succeed } from '../../server/failure.ts';
import type { SourceFiles } from '../source.ts';
import { openFile, openFolder } from './folder-files.ts';
import { openZip } from './zip-files.ts';

/** Opens what a path names: a folder, a zip (by its content, whatever its name) or a single file. */
export async function openFiles(path: string): Promise<Result<SourceFiles>> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (found === null) {
    return fail({ kind: 'not-found', detail: `There is no file or folder ${resolve(path)}` });
  }
  if (found.isDirectory()) return openFolder(path);
  if (!found.isFile()) {
    return fail({ kind: 'malformed', detail: `${resolve(path)} is neither a file nor a folder` });
  }
  return (await startsAsZip(path)) ? openZip(path) : succeed(openFile(path));
}

/** A file, and the end of an archive without any (APPNOTE.TXT, sections 4.3.7 and 4.3.16). */
const ZIP_SIGNATURES = [0x04034b50, 0x06054b50];

async function startsAsZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && ZIP_SIGNATURES.includes(buffer.readUInt32LE());
  } finally {
    await file.close();
  }
}

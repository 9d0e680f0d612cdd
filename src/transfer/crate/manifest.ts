import { fail, type Result, succeed } from '../../server/failure.ts';
import type { WrittenFile } from './zip-writer.ts';

/** A line for each file: its SHA-256, two spaces, its path. */
export function writeManifest(files: readonly WrittenFile[]): string {
  return files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('');
}

const LINE = /^([0-9a-f]{64}) {2}(\S.*)$/;

/** Returns the SHA-256 of each file by its path. */
export function readManifest(text: string): Result<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, sha256 = '', path = ''] = LINE.exec(line) ?? [];
    if (sha256 === '' || hashes.has(path)) {
      const detail = `The manifest of this export is damaged: “${line.slice(0, 120)}”.`;
      return fail({ kind: 'malformed', detail });
    }
    hashes.set(path, sha256);
  }
  return succeed(hashes);
}

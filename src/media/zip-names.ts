import type { ReceivedFile } from './picture-store.ts';
import { readBytes } from './read-bytes.ts';

/** The end record without and with the longest comment (APPNOTE.TXT 6.3.10, section 4.3.16). */
const END_BYTES = 22;
const MAX_END_BYTES = END_BYTES + 0xffff;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;

/** Longer directories are not read: of 100,000 entries, names alone take megabytes. */
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;

/**
 * The names of an archive's entries; empty for one with too many to read, null when it does not end as an archive does.
 */
export async function readZipNames(file: ReceivedFile): Promise<string[] | null> {
  const tail = await readBytes(file, Math.max(0, file.bytes - MAX_END_BYTES), file.bytes - 1);
  const at = findEnd(tail);
  if (at === -1) return null;
  const [count, size, start] = [
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ];
  // ZIP64 (section 4.4.1.4) keeps the true numbers elsewhere.
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) return [];
  if (start + size > file.bytes - END_BYTES) return null;
  return size > MAX_DIRECTORY_BYTES
    ? []
    : namesIn(await readBytes(file, start, start + size - 1), count);
}

/** The record whose comment ends with the file: nothing may lie behind the archive. */
function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    if (at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return -1;
}

function namesIn(directory: Buffer, count: number): string[] | null {
  const names: string[] = [];
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY) return null;
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
    const end = at + ENTRY_BYTES + (name ?? 0);
    names.push(directory.toString('utf8', at + ENTRY_BYTES, end));
    at = end + (extra ?? 0) + (comment ?? 0);
  }
  return names;
}

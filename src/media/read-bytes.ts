import type { ReceivedFile } from './picture-store.ts';

/** Reads an inclusive range of a file into memory; what lies behind its end is left out. */
export async function readBytes(file: ReceivedFile, first: number, last: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read(first, Math.min(last, file.bytes - 1))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

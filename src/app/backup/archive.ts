import { createHash } from 'node:crypto';

/**
 * A zstd-compressed tar file, which `tar --zstd -xf` unpacks. It ends with the SHA-256 of all preceding bytes, in a
 * skippable frame (RFC 8878, section 3.1.2): truncation and changes are detected before anything is unpacked.
 */

/** Header of a skippable frame: magic number, and 32 as the length of its data. */
export const DIGEST_FRAME_HEADER = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
export const TAIL_BYTES = DIGEST_FRAME_HEADER.length + 32;

/** Passes content through; `digest` and `size` are valid once all of it was read. */
export function hashing(content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let size = 0;
  async function* pass() {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  return { hashed: pass(), digest: () => hash.digest(), size: () => size };
}

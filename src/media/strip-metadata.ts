/**
 * Animations keep their frames and lose only metadata: encoding them again takes up to half a minute and costs
 * quality. Each function returns the file without metadata, or null when the file is truncated.
 */

const TRAILER = 0x3b;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Application extensions that hold the loop count. */
const LOOPING = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** GIF89a (section 17 and on): removes comments, plain text and application data. */
export function stripGifMetadata(file: Uint8Array): Uint8Array | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const kept: Uint8Array[] = [];
  let at = 13 + colourTableBytes(bytes[10]);
  kept.push(bytes.subarray(0, at));
  for (;;) {
    const start = at;
    switch (bytes[at]) {
      case TRAILER:
        return Buffer.concat([...kept, bytes.subarray(at, at + 1)]);
      case IMAGE:
        // Image descriptor, local colour table and LZW code size; then the data blocks.
        at = endOfBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9]));
        break;
      case EXTENSION:
        at = endOfBlocks(bytes, at + 2);
        break;
      default:
        return null;
    }
    if (at > bytes.length) return null;
    if (bytes[start] === IMAGE || isNeeded(bytes, start)) {
      kept.push(bytes.subarray(start, at));
    }
  }
}

/** Bytes of a colour table, from the packed flags of its descriptor. */
function colourTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The offset after a series of sub-blocks; infinity when they have no end. */
function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const length = bytes[at];
    if (length === undefined) return Number.POSITIVE_INFINITY;
    at += 1 + length;
    if (length === 0) return at;
  }
}

function isNeeded(bytes: Buffer, extension: number): boolean {
  const label = bytes[extension + 1];
  if (label !== APPLICATION) return label === GRAPHIC_CONTROL;
  return LOOPING.has(bytes.toString('latin1', extension + 3, extension + 14));
}

/** Chunks that are needed to show a WebP animation, including the colour profile. */
const WEBP_CHUNKS = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF']);
/** Flags of `VP8X` for Exif and XMP chunks. */
const WEBP_METADATA = 0x08 | 0x04;

/** WebP (RFC 9649, section 2): removes Exif, XMP and unknown chunks. */
export function stripWebpMetadata(file: Uint8Array): Uint8Array | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return null;
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= end; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    if (next > end) return null;
    const chunk = Buffer.from(bytes.subarray(at, next));
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~WEBP_METADATA, 8);
    if (WEBP_CHUNKS.has(name)) kept.push(chunk);
    at = next;
  }
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

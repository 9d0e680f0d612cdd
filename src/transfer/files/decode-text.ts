import { fail, type Result, succeed } from '../../server/failure.ts';

/**
 * Decodes UTF-8, with a byte order mark or without, and UTF-16 with one. Any other encoding is refused, unless the file
 * declares it.
 *
 * @param declared by the file: the name of an encoding
 */
export function decodeText(bytes: Uint8Array, declared?: string): Result<string> {
  const [first, second] = bytes;
  const marked =
    (first === 0xff && second === 0xfe && 'utf-16le') ||
    (first === 0xfe && second === 0xff && 'utf-16be');
  for (const encoding of [marked || 'utf-8', declared ?? []].flat()) {
    try {
      return succeed(new TextDecoder(encoding, { fatal: true }).decode(bytes));
    } catch (error) {
      // Not in this encoding, or none by its name.
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    }
  }
  return fail({ kind: 'malformed', detail: 'the file is not UTF-8 text: save it as UTF-8' });
}

import { fail, type Result, succeed } from '../../server/failure.ts';
import type { SourceFiles } from '../source.ts';

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
      // The bytes are in another encoding, or there is no encoding of this name.
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    }
  }
  return fail({ kind: 'malformed', detail: 'the file is not in UTF-8. Save it as UTF-8' });
}

export async function readText(files: SourceFiles, path: string): Promise<Result<string>> {
  const bytes = await files.read(path);
  return bytes.ok ? decodeText(bytes.value) : bytes;
}

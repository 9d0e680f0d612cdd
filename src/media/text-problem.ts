import type { ReceivedFile } from './picture-store.ts';
import { readBytes } from './read-bytes.ts';

/** All but tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them.
const CONTROL = /[\0-\x08\x0b\x0e-\x1f]/;

/**
 * Reads a file as text, in constant memory: UTF-8, or UTF-16 with a byte-order mark.
 *
 * @returns null for text that is no markup, else the reason in words
 */
export async function findTextProblem(file: ReceivedFile): Promise<string | null> {
  const decoder = new TextDecoder(await encodingOf(file), { fatal: true });
  let isAtStart = true;
  try {
    for await (const chunk of file.read(0, file.bytes - 1)) {
      const text = decoder.decode(chunk, { stream: true });
      if (CONTROL.test(text)) return 'This file is not text.';
      const start = isAtStart ? text.trimStart() : '';
      if (start.startsWith('<')) return 'This file is a web page or other markup, not CSV.';
      if (start !== '') isAtStart = false;
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return 'This text is not in UTF-8, so some letters would be lost. Save it as “CSV UTF-8”.';
  }
  return isAtStart ? 'This file contains no text.' : null;
}

async function encodingOf(file: ReceivedFile): Promise<'utf-8' | 'utf-16le' | 'utf-16be'> {
  const mark = (await readBytes(file, 0, 1)).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  return mark === 'feff' ? 'utf-16be' : 'utf-8';
}

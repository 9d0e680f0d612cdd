import { fail, type Result, succeed } from '../../../failure.ts';

/** Decodes UTF-8, with a byte order mark or without. Other encodings are refused by their name. */
export function decodeText(bytes: Uint8Array): Result<string> {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return refuse('the file is UTF-16, not UTF-8: save it as UTF-8');
  }
  try {
    return succeed(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refuse('the file is not UTF-8 text: save it as UTF-8');
  }
}

function refuse(detail: string): Result<never> {
  return fail({ kind: 'malformed', detail });
}

import type { ReadReferences } from '../../../domain/science/references/reference-reading.ts';
import { sendSigned } from '../api.ts';

/** Reads references from what other programs write; nothing is kept. */
export function readReferences(text: string) {
  return sendSigned<ReadReferences>('POST', '/api/admin/references/read', { text });
}

import { sendSigned } from '../../../admin/api.ts';
import type { ReadReferences } from '../../../science/references/reference-reading.ts';

/** Reads references from what other programs write; nothing is kept. */
export function readReferences(text: string) {
  return sendSigned<ReadReferences>('POST', '/api/admin/references/read', { text });
}

import type { AttachmentType } from '../attachment-url.ts';
import type { Attachment } from '../library.ts';
import { fileSize } from './picture-labels.ts';

export const TYPE_NAMES: Record<AttachmentType, string> = {
  pdf: 'PDF',
  csv: 'CSV',
  zip: 'ZIP',
  xlsx: 'XLSX',
};

/** A link to an attachment for a text: readers see what it is and how large. */
export function attachmentLink({
  name,
  address,
  type,
  bytes,
}: Pick<Attachment, 'name' | 'address' | 'type' | 'bytes'>): string {
  const label = `${name} (${TYPE_NAMES[type]}, ${fileSize(bytes)})`;
  return `[${label.replace(/[\\[\]*_`<>&~^$]/g, '\\$&')}](${address})`;
}

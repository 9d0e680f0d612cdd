import type { ApiFailure } from '../../admin/api.ts';
import type { Attachment, Picture } from '../library.ts';
import type { UploadState } from './upload-area.tsx';

export function pictureName({ name }: Pick<Picture, 'name'>): string {
  return name || 'Unnamed picture';
}

const TYPE_NAMES: Record<string, string> = { jpg: 'JPEG', webp: 'WebP' };

/** "PDF", of the ending of a file. */
export function typeName(type: string): string {
  return TYPE_NAMES[type] ?? type.toUpperCase();
}

export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (Math.round(kilobytes) < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}

export function pictureMarkdown({ address, alt }: Pick<Picture, 'address' | 'alt'>): string {
  const text = alt.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&');
  return `![${text}](${address})`;
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function attachmentLink({
  name,
  address,
  type,
  bytes,
}: Pick<Attachment, 'name' | 'address' | 'type' | 'bytes'>): string {
  const label = `${name} (${typeName(type)}, ${fileSize(bytes)})`;
  return `[${label.replace(/[\\[\]*_`<>&~^$]/g, '\\$&')}](${address})`;
}

export function isRetryable(failure: ApiFailure): boolean {
  return failure.kind !== 'rejected' || failure.status >= 500 || failure.status === 429;
}

export function uploadsLabel(uploads: readonly { state: UploadState }[]): string {
  if (uploads.length === 0) return '';
  const count = (kind: UploadState['kind']) =>
    uploads.filter(({ state }) => state.kind === kind).length;
  const failures = count('failed') === 0 ? '' : `, ${count('failed')} failed`;
  return `${count('done')} of ${countOf(uploads.length, 'file')} uploaded${failures}`;
}

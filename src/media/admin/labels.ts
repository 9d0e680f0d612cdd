import { type ApiFailure, failureMessage } from '../../admin/api.ts';
import type { AttachmentType } from '../attachment-url.ts';
import type { Attachment, Picture } from '../library.ts';
import type { PictureFormat } from '../picture-url.ts';
import type { UploadState } from './upload-area.tsx';

/** A pasted picture may have no name. */
export function pictureName({ name }: Pick<Picture, 'name'>): string {
  return name || 'Unnamed picture';
}

const TYPE_NAMES: Record<string, string> = { jpg: 'JPEG', webp: 'WebP' };

/** "PDF", of the ending of a file. */
export function typeName(type: PictureFormat | AttachmentType): string {
  return TYPE_NAMES[type] ?? type.toUpperCase();
}

/** "840 KB", "2.4 MB". */
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

/** A link to an attachment for a text: readers see what it is and how large. */
export function attachmentLink({
  name,
  address,
  type,
  bytes,
}: Pick<Attachment, 'name' | 'address' | 'type' | 'bytes'>): string {
  const label = `${name} (${typeName(type)}, ${fileSize(bytes)})`;
  return `[${label.replace(/[\\[\]*_`<>&~^$]/g, '\\$&')}](${address})`;
}

export function uploadProblem(failure: ApiFailure): string {
  if (failure.kind === 'unauthenticated') return 'Your session has ended.';
  return failureMessage(failure, 'The server could not accept this file. Please try again.');
}

/** A retry may succeed, unless the server rejected the file's content. */
export function isRetryable(failure: ApiFailure): boolean {
  return failure.kind !== 'rejected' || failure.status >= 500 || failure.status === 429;
}

/** "2 of 3 pictures uploaded, 1 not taken". */
export function uploadsLabel(uploads: readonly { state: UploadState }[], noun = 'picture'): string {
  if (uploads.length === 0) return '';
  const count = (kind: UploadState['kind']) =>
    uploads.filter(({ state }) => state.kind === kind).length;
  const [done, failed] = [count('done'), count('failed')];
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  if (done + failed < uploads.length) {
    return `Uploading ${countOf(uploads.length, noun)}: ${done} done${failures}`;
  }
  if (failed === 0) return `${countOf(done, noun)} uploaded`;
  return `${done} of ${countOf(uploads.length, noun)} uploaded${failures}`;
}

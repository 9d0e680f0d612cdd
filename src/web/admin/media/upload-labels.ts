import { type Refusal, refusalMessage } from '../api.ts';
import { countOf } from './picture-labels.ts';
import type { Upload, UploadState } from './use-uploads.ts';

export function uploadProblem(refusal: Refusal): string {
  if (refusal.kind === 'signed-out') return 'Your session has ended.';
  return refusalMessage(refusal, 'The server could not take this file. Please try again.');
}

/** A retry may succeed, unless the server rejected the file's content. */
export function isRetryable(refusal: Refusal): boolean {
  return refusal.kind !== 'refused' || refusal.status >= 500 || refusal.status === 429;
}

/** "2 of 3 pictures uploaded, 1 not taken". */
export function uploadsLabel(uploads: readonly Pick<Upload, 'state'>[]): string {
  if (uploads.length === 0) return '';
  const count = (kind: UploadState['kind']) =>
    uploads.filter(({ state }) => state.kind === kind).length;
  const [done, refused] = [count('done'), count('refused')];
  const failures = refused === 0 ? '' : `, ${refused} not taken`;
  if (done + refused < uploads.length) {
    return `Uploading ${countOf(uploads.length, 'picture')}: ${done} done${failures}`;
  }
  if (refused === 0) return `${countOf(done, 'picture')} uploaded`;
  return `${done} of ${countOf(uploads.length, 'picture')} uploaded${failures}`;
}

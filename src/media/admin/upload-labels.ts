import { type ApiFailure, failureMessage } from '../../admin/api.ts';
import { countOf } from './picture-labels.ts';
import type { Upload, UploadState } from './use-uploads.ts';

export function uploadProblem(failure: ApiFailure): string {
  if (failure.kind === 'unauthenticated') return 'Your session has ended.';
  return failureMessage(failure, 'The server could not accept this file. Please try again.');
}

/** A retry may succeed, unless the server rejected the file's content. */
export function isRetryable(failure: ApiFailure): boolean {
  return failure.kind !== 'rejected' || failure.status >= 500 || failure.status === 429;
}

/** "2 of 3 pictures uploaded, 1 not taken". */
export function uploadsLabel(
  uploads: readonly Pick<Upload<unknown>, 'state'>[],
  noun = 'picture',
): string {
  if (uploads.length === 0) return '';
  const count = (kind: UploadState<unknown>['kind']) =>
    uploads.filter(({ state }) => state.kind === kind).length;
  const [done, failed] = [count('done'), count('failed')];
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  if (done + failed < uploads.length) {
    return `Uploading ${countOf(uploads.length, noun)}: ${done} done${failures}`;
  }
  if (failed === 0) return `${countOf(done, noun)} uploaded`;
  return `${done} of ${countOf(uploads.length, noun)} uploaded${failures}`;
}

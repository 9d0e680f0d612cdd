import type { Picture } from '../../../domain/media/pictures.ts';
import { type Answer, readAnswer, withToken } from '../api.ts';
import { settled } from '../settled.ts';

type UploadOptions = {
  /** Called with the sent fraction of the file; at 1 the server still makes the smaller versions. */
  onProgress?: (fraction: number) => void;
  /** Cancels the upload, which then ends like a network failure. */
  signal?: AbortSignal;
};

/** The server's limit. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Uploads a picture to the library; the API returns one that it has already unchanged. The server
 * detects the format from the content.
 */
export function uploadPicture(file: File, options: UploadOptions = {}): Promise<Answer<Picture>> {
  return settled(() => upload(file, options));
}

async function upload(file: File, { onProgress, signal }: UploadOptions): Promise<Answer<Picture>> {
  if (file.size > MAX_BYTES) return tooLarge(file);
  if (!(await canBeRead(file))) return unreadable();
  const path = `/api/admin/media?${new URLSearchParams({ name: file.name })}`;
  const answer = await withToken((token) => sendFile(path, token, file, { onProgress, signal }));
  return answer.ok ? { ok: true, value: answer.value.picture } : answer;
}

/** Checked here: a browser reports a response sent before the end of the body as a network error. */
function tooLarge({ size }: File): Answer<never> {
  const megabytes = (size / 1024 / 1024).toFixed(1);
  return refused(413, `A picture may have up to 10 MB; this file has ${megabytes} MB.`);
}

/** A dropped folder looks like a file, and a file may be deleted before it is sent. */
async function canBeRead(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

function unreadable(): Answer<never> {
  return refused(422, 'This cannot be read as a file: is it a folder, or has it been moved?');
}

function refused(status: number, detail: string): Answer<never> {
  return { ok: false, refusal: { kind: 'refused', status, detail, issues: [] } };
}

/** Uses XMLHttpRequest: `fetch` reports no upload progress. */
function sendFile(
  path: string,
  token: string,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<Answer<{ picture: Picture }>> {
  const { promise, resolve } = Promise.withResolvers<Answer<{ picture: Picture }>>();
  const request = new XMLHttpRequest();
  const fail = () => resolve({ ok: false, refusal: { kind: 'network' } });
  const cancel = () => request.abort();
  request.addEventListener('load', () => {
    const { status, responseText } = request;
    resolve(readAnswer(status, status >= 200 && status < 300, responseText));
  });
  request.addEventListener('error', fail);
  request.addEventListener('abort', fail);
  request.addEventListener('loadend', () => signal?.removeEventListener('abort', cancel));
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    onProgress?.(total === 0 ? 1 : loaded / total);
  });
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) {
    fail();
    return promise;
  }
  request.open('POST', path);
  request.setRequestHeader('Authorization', `Bearer ${token}`);
  const isPicture = file.type.startsWith('image/');
  request.setRequestHeader('Content-Type', isPicture ? file.type : 'application/octet-stream');
  request.send(file);
  return promise;
}

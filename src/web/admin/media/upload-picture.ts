import type { Picture } from '../../../domain/media/pictures.ts';
import { type Answer, keepSession, readAnswer, signedOut } from '../api.ts';
import { storedSession } from '../session.ts';
import { settled } from '../settled.ts';

type UploadOptions = {
  /** Told the sent part of the file, 0 to 1; at 1 the server still makes the smaller versions. */
  onProgress?: (fraction: number) => void;
  /** Cancels the upload: the answer is then that of no network. */
  signal?: AbortSignal;
};

/** What the server takes. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Puts a picture into the library; one that is there already is answered as it stands. What a file
 * is, the server finds out from its content.
 */
export function uploadPicture(file: File, options: UploadOptions = {}): Promise<Answer<Picture>> {
  return settled(() => upload(file, options));
}

async function upload(file: File, { onProgress, signal }: UploadOptions): Promise<Answer<Picture>> {
  if (file.size > MAX_BYTES) return tooLarge(file);
  if (!(await canBeRead(file))) return unreadable();
  const session = storedSession();
  if (session === null) return signedOut();
  const path = `/api/admin/media?${new URLSearchParams({ name: file.name })}`;
  const answer = await sendFile(path, session.token, file, { onProgress, signal });
  const read = keepSession(answer);
  return read.ok ? { ok: true, value: read.value.picture } : read;
}

/** A server that refuses in the middle of a body often looks to a browser like no answer. */
function tooLarge({ size }: File): Answer<never> {
  const megabytes = (size / 1024 / 1024).toFixed(1);
  return refused(413, `A picture may have up to 10 MB; this file has ${megabytes} MB.`);
}

/** A folder can be dropped like a file, and a file can be gone by the time it is sent. */
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

/** By XMLHttpRequest: `fetch` does not tell how much of a body is sent. */
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

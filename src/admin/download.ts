import { type ApiResult, DONE, readAnswer, type Send, withToken } from './api.ts';

/** Long enough for a browser to start reading the file. */
const REVOKE_DELAY_MS = 60_000;

type DownloadOptions = {
  /** Called with the number of bytes that have come. */
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal;
};

/** For `caller`: saves the file that a call sends under the name in `Content-Disposition`. */
export function download(options: DownloadOptions = {}): Send {
  return (method, path) => withToken((token) => downloadWith(token, method, path, options));
}

async function downloadWith(
  token: string,
  method: string,
  path: string,
  { onProgress, ...init }: DownloadOptions,
): Promise<ApiResult<unknown>> {
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(path, { ...init, method, headers });
    if (!response.ok) return readAnswer(response.status, false, await response.text());
    const counted = onProgress && response.body?.pipeThrough(counting(onProgress));
    const file = await (counted ? new Response(counted, response) : response).blob();
    save(file, nameOf(response));
    return DONE;
  } catch (error) {
    // The Fetch Standard's errors for a response that did not arrive completely.
    const isNetwork = error instanceof TypeError || error instanceof DOMException;
    if (isNetwork) return { ok: false, failure: { kind: 'network' } };
    throw error;
  }
}

function counting(onProgress: (bytes: number) => void) {
  let bytes = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onProgress(bytes);
      controller.enqueue(chunk);
    },
  });
}

function nameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'export.csv';
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS);
}

import { type ApiResult, DONE, readAnswer, type Send, withToken } from './api.ts';

/** Long enough for a browser to start reading the file. */
const REVOKE_DELAY_MS = 60_000;

/** For `caller`: saves the file that a call sends under the name in `Content-Disposition`. */
export function download(): Send {
  return (method, path) => withToken((token) => downloadWith(token, method, path));
}

async function downloadWith(
  token: string,
  method: string,
  path: string,
): Promise<ApiResult<unknown>> {
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(path, { method, headers });
    if (!response.ok) return readAnswer(response.status, false, await response.text());
    save(await response.blob(), nameOf(response));
    return DONE;
  } catch (error) {
    // The Fetch Standard's errors for a response that did not arrive completely.
    const isNetwork = error instanceof TypeError || error instanceof DOMException;
    if (isNetwork) return { ok: false, failure: { kind: 'network' } };
    throw error;
  }
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

import { type Answer, DONE, readAnswer, withToken } from './api.ts';

/** Long enough for a browser to start reading the file. */
const REVOKE_DELAY_MS = 60_000;

/** Saves a file of the API, which needs the token, under the name in `Content-Disposition`. */
export function download(path: string): Promise<Answer<void>> {
  return withToken((token) => downloadWith(token, path));
}

async function downloadWith(token: string, path: string): Promise<Answer<void>> {
  try {
    const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
    if (!response.ok) return readAnswer(response.status, false, await response.text());
    save(await response.blob(), nameOf(response));
    return DONE;
  } catch (error) {
    // The Fetch Standard's errors for a response that did not arrive completely.
    const isNetwork = error instanceof TypeError || error instanceof DOMException;
    if (isNetwork) return { ok: false, refusal: { kind: 'network' } };
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

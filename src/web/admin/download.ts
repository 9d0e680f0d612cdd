import { type Answer, keepSession, readAnswer, signedOut } from './api.ts';
import { storedSession } from './session.ts';

/** Long enough for a browser to have begun to read what it was told to save. */
const REVOKE_DELAY_MS = 60_000;

/** Saves a file of the API that only a token opens, under the name that the server gives it. */
export async function download(path: string): Promise<Answer<void>> {
  const session = storedSession();
  if (session === null) return signedOut();
  try {
    const response = await fetch(path, { headers: { Authorization: `Bearer ${session.token}` } });
    if (!response.ok) return keepSession(readAnswer(response.status, false, await response.text()));
    save(await response.blob(), nameOf(response));
    return { ok: true, value: undefined };
  } catch (error) {
    // The Fetch Standard's errors for an answer that did not arrive, or not all of it.
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

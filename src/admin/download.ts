import { type Send, send, withToken } from './api.ts';

/** Long enough for a browser to start reading the file. */
const REVOKE_DELAY_MS = 60_000;

/** For `caller`: saves the file that a call sends under the name in `Content-Disposition`. */
export function download(): Send {
  const take = async (response: Response) => save(await response.blob(), nameOf(response));
  return (method, path) => withToken((token) => send(method, path, { token, take }));
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

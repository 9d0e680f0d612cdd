import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { type ApiResult, type Send, send, withToken } from './api.ts';
import { ErrorBox } from './error-box.tsx';
import { useSubmit } from './use-submit.ts';

/** Long enough for a browser to start reading the file. */
const REVOKE_DELAY_MS = 60_000;

/** For `caller`: saves the file that a call sends under the name in `Content-Disposition`. */
export const download: Send = (method, path) => {
  const take = async (response: Response) => save(await response.blob(), nameOf(response));
  return withToken((token) => send(method, path, { token, take }));
};

type DownloadButtonProps = { call: () => Promise<ApiResult<unknown>>; children: ReactNode };

export function DownloadButton({ call, children }: DownloadButtonProps) {
  const { isBusy, failure, submit } = useSubmit();
  const save = () => void submit(call, 'The file could not be saved. Please try again.');
  return (
    <div className="mt-4">
      <Button variant="secondary" disabled={isBusy} onClick={save}>
        <Download aria-hidden className="size-4" />
        {isBusy ? 'Exporting…' : children}
      </Button>
      {failure && <ErrorBox className="mt-3">{failure}</ErrorBox>}
    </div>
  );
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

import { useRef, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { download } from '../../../admin/download.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import type { siteExport } from '../../api/site-export.ts';

/** Downloads the content of the site; for administrators. */
export function ExportSite() {
  const { isBusy, failure, submit, clear } = useSubmit();
  const [bytes, setBytes] = useState(0);
  const [isSaved, setSaved] = useState(false);
  const cancelling = useRef<AbortController | null>(null);

  async function start() {
    const controller = new AbortController();
    cancelling.current = controller;
    setBytes(0);
    setSaved(false);
    const save = download({ onProgress: setBytes, signal: controller.signal });
    const answer = await submit(
      () => caller<typeof siteExport>(save)('POST', '/admin/export'),
      'The export was not complete. Please try again.',
    );
    if (controller.signal.aborted) clear();
    else setSaved(answer.ok);
  }

  return (
    <>
      <h2 className="font-medium text-lg">Export</h2>
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        All posts as Markdown, pictures and files, references, redirects, authors and the glossary,
        in one zip of plain files that other programs can read, and that this one imports. Earlier
        versions, accounts, enquiries and subscribers are not included: a backup has them.
      </p>
      {failure !== null && (
        <div className="mt-4">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <Button variant="secondary" disabled={isBusy} onClick={() => void start()}>
          {isBusy ? 'Exporting…' : 'Export the site'}
        </Button>
        {isBusy && (
          <Button variant="quiet" onClick={() => cancelling.current?.abort()}>
            Cancel
          </Button>
        )}
        <p role="status" className="text-muted text-sm">
          {isBusy && bytes > 0 && `${megabytes(bytes)} received`}
          {isSaved && `${megabytes(bytes)} saved`}
        </p>
      </div>
    </>
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

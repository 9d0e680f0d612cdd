import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { Checkbox } from '../../../admin/checkbox.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useNavigateFromHere } from '../../../admin/use-navigate-from-here.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { sendFile } from '../../../media/admin/upload-media.ts';
import { useDroppedFiles } from '../../../media/admin/use-dropped-files.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { imports } from '../../api/imports.ts';
import { MAX_UPLOAD_BYTES, MAX_UPLOADS } from '../../upload-limits.ts';
import { ProgressBar } from './progress-bar.tsx';

/** Uploads a source and leads to its dry run. @param waiting files that wait for their import already */
export function UploadForm({ waiting }: { waiting: number }) {
  const [file, setFile] = useState<File | null>(null);
  const [form, setForm] = useState({ site: '', author: '', fetchPictures: false });
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState('');
  const { isBusy, failure, submit } = useSubmit();
  const navigate = useNavigateFromHere();
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const notes = useId();
  const isDragOver = useDroppedFiles(([dropped]) => take(dropped));

  function take(chosen: File | undefined) {
    if (chosen === undefined || isBusy) return;
    setProblem('');
    setFile(chosen);
  }

  async function send() {
    const found = problemOf(file, waiting);
    setProblem(found);
    if (found !== '' || file === null) return opener.current?.focus();
    setSent(0);
    const query = {
      name: file.name,
      site: form.site.trim(),
      author: form.author.trim(),
      fetchPictures: form.fetchPictures ? 'true' : 'false',
    } as const;
    const api = caller<typeof imports>(sendFile(file, { onProgress: setSent }));
    const answer = await submit(
      () => api('POST', '/admin/imports', { query }),
      'The file could not be uploaded. Please try again.',
    );
    if (answer.ok) await navigate(`/admin/imports/${answer.value.id}`);
  }

  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  return (
    <form
      noValidate
      className="mt-6 space-y-4 rounded-card border border-line bg-surface p-5 md:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div
        className={`flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card border border-dashed px-5 py-4 transition-colors ${isDragOver ? 'border-teal bg-teal/8' : 'border-muted/70'}`}
      >
        <div id={notes} className="min-w-0 flex-1 basis-64">
          <p role="status" className="font-medium [overflow-wrap:anywhere]">
            {isDragOver ? 'Drop to choose' : (file?.name ?? 'Drop a file anywhere on this page')}
          </p>
          <p className="mt-0.5 text-balance text-muted text-xs">
            A zip of a Markdown folder or of an export, a Ghost JSON file, or a WordPress XML file;
            up to {MAX_UPLOAD_BYTES / 1024 / 1024}&nbsp;MB.
          </p>
          <p className="mt-1.5 text-danger text-sm empty:hidden">{problem}</p>
        </div>
        <Button
          ref={opener}
          variant="secondary"
          aria-describedby={notes}
          disabled={isBusy}
          onClick={() => input.current?.click()}
        >
          <FileUp aria-hidden className="size-4" />
          {file === null ? 'Choose a file' : 'Choose another file'}
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="File"
          accept=".zip,.json,.xml,.md,.markdown"
          hidden
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            // Else choosing the same file again would fire no event.
            currentTarget.value = '';
          }}
        />
      </div>
      <details>
        <summary className="cursor-pointer py-2.5 font-medium text-sm">Options</summary>
        <div className="mt-4 space-y-4">
          <TextField
            type="url"
            label="URL of the old site"
            hint="Only if the file does not contain it. Links to the old site will lead to the posts here."
            value={form.site}
            placeholder="https://old.example"
            onChange={(event) => change({ site: event.target.value })}
          />
          <TextField
            label="Author for posts without one"
            value={form.author}
            maxLength={200}
            onChange={(event) => change({ author: event.target.value })}
          />
          <Checkbox
            checked={form.fetchPictures}
            onChange={(event) => change({ fetchPictures: event.target.checked })}
          >
            Fetch pictures from other servers
          </Checkbox>
        </div>
      </details>
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      {isBusy ? <ProgressBar label="Upload" value={sent} max={1} /> : null}
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Uploading …' : 'Upload for a dry run'}
      </Button>
    </form>
  );
}

function problemOf(file: File | null, waiting: number): string {
  if (file === null) return 'Choose a file.';
  if (waiting >= MAX_UPLOADS) {
    return `${waiting} files are already waiting to be imported. Import or discard one of those below.`;
  }
  const megabytes = MAX_UPLOAD_BYTES / 1024 / 1024;
  return file.size > MAX_UPLOAD_BYTES
    ? `The file is larger than ${megabytes} MB. Import it on the command line.`
    : '';
}

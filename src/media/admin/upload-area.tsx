import { FileUp, ImageUp, LoaderCircle, RotateCw, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ApiFailure, failureMessage } from '../../admin/api.ts';
import { IconButton } from '../../admin/icon-button.tsx';
import { useConfirmClose } from '../../admin/use-unsaved-changes.ts';
import { Button } from '../../ui/button.tsx';
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '../attachment-url.ts';
import { MAX_PICTURE_BYTES } from '../picture-url.ts';
import { isRetryable, uploadsLabel } from './labels.ts';
import { isPictureFile, NOT_A_PICTURE, type Uploaded, uploadMedia } from './upload-media.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

const PICTURES = 'image/png,image/jpeg,image/webp,image/avif,image/gif,image/svg+xml,.heic,.heif';

/** Endings: browsers and systems disagree about the types of CSV and ZIP. */
export const ATTACHMENTS = ATTACHMENT_TYPES.map((type) => `.${type}`).join(',');

export type UploadState =
  | { kind: 'sending' }
  | { kind: 'done' }
  | { kind: 'failed'; failure: ApiFailure };

type Upload = { key: string; file: File; sending: AbortController; state: UploadState };

type UploadAreaProps = {
  takesFiles?: boolean;
  files?: readonly File[];
  onUploaded: (uploaded: Uploaded) => void;
};

export function UploadArea({ takesFiles = false, files = [], ...props }: UploadAreaProps) {
  const { uploads, add, dismiss, enqueue } = useUploads(takesFiles, props);
  const isDragOver = useDroppedFiles(add);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const Icon = takesFiles ? FileUp : ImageUp;

  const onOpen = useEffectEvent(() => files.length > 0 && add(files));
  useEffect(() => void onOpen(), []);

  function choose() {
    const chosen = [...(input.current?.files ?? [])];
    // Else choosing the same file again would fire no event.
    if (input.current !== null) input.current.value = '';
    add(chosen);
  }

  return (
    <section
      aria-label="Upload"
      className={`rounded-card border border-dashed bg-surface px-5 py-4 transition-colors ${isDragOver ? 'border-teal bg-teal/8' : 'border-muted/70'}`}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium">
            {isDragOver
              ? 'Drop to upload'
              : `Drop or paste ${takesFiles ? 'pictures and files' : 'pictures'} anywhere on this page`}
          </p>
          <p className="mt-0.5 text-balance text-muted text-xs">
            Pictures: PNG, JPEG, WebP, AVIF, GIF or SVG, up to {Math.floor(MAX_PICTURE_BYTES / 1e6)}
            &nbsp;MB; larger photos are made smaller, and hidden data is removed.
          </p>
          {takesFiles ? (
            <p className="mt-0.5 text-muted text-xs">
              Files: PDF, CSV, ZIP or XLSX, up to {MAX_ATTACHMENT_BYTES / 2 ** 20}&nbsp;MB.
            </p>
          ) : null}
        </div>
        <Button ref={opener} variant="secondary" onClick={() => input.current?.click()}>
          <Icon aria-hidden className="size-4" />
          Choose files
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          accept={takesFiles ? `${PICTURES},${ATTACHMENTS}` : PICTURES}
          hidden
          onChange={choose}
        />
      </div>
      <p role="status" className="mt-3 font-medium text-sm empty:hidden">
        {uploadsLabel(uploads)}
      </p>
      <ul aria-label="Uploads" className="mt-1 divide-y divide-line empty:hidden">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onRetry={() => enqueue(upload)}
            onDismiss={() => {
              dismiss(upload);
              opener.current?.focus();
            }}
          />
        ))}
      </ul>
    </section>
  );
}

/** Closing the tab needs a confirmation meanwhile; uploads go on across pages of the admin area. */
function useUploads(takesFiles: boolean, { onUploaded }: UploadAreaProps) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  useConfirmClose(uploads.some(({ state }) => state.kind === 'sending'));

  function update(key: string, state: UploadState) {
    setUploads((before) => before.map((each) => (each.key === key ? { ...each, state } : each)));
  }

  async function send({ key, file, sending: { signal } }: Upload) {
    if (signal.aborted) return;
    const isTaken = takesFiles || isPictureFile(file);
    const answer = isTaken ? await uploadMedia(file, signal) : NOT_A_PICTURE;
    if (answer.ok) onUploaded(answer.value);
    update(key, answer.ok ? { kind: 'done' } : { kind: 'failed', ...answer });
  }

  function enqueue(upload: Upload) {
    update(upload.key, { kind: 'sending' });
    last.current = last.current.then(() => send(upload));
  }

  function add(files: readonly File[]) {
    const added = files.map((file): Upload => {
      const key = crypto.randomUUID();
      return { key, file, sending: new AbortController(), state: { kind: 'sending' } };
    });
    setUploads((before) => [...before.filter(({ state }) => state.kind !== 'done'), ...added]);
    for (const upload of added) enqueue(upload);
  }

  function dismiss({ key, sending }: Upload) {
    sending.abort();
    setUploads((before) => before.filter((each) => each.key !== key));
  }

  return { uploads, add, dismiss, enqueue };
}

type UploadRowProps = { upload: Upload; onRetry: () => void; onDismiss: () => void };

function UploadRow({ upload: { file, state }, onRetry, onDismiss }: UploadRowProps) {
  const remove =
    state.kind === 'sending'
      ? `Cancel the upload of ${file.name}`
      : `Remove ${file.name} from this list`;
  return (
    <li className="flex min-h-14 items-center gap-3 py-1">
      {state.kind === 'sending' ? (
        <LoaderCircle aria-hidden className="size-5 animate-spin text-teal" />
      ) : null}
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={file.name}>
          {file.name}
        </p>
        {state.kind === 'done' ? <p className="text-teal text-xs">Uploaded</p> : null}
        {state.kind === 'failed' ? (
          <p role="alert" className="text-danger text-xs">
            {failureMessage(state.failure, 'The server could not accept this file.')}
          </p>
        ) : null}
      </div>
      {state.kind === 'failed' && isRetryable(state.failure) ? (
        <Button variant="quiet" className="px-3 text-teal" onClick={onRetry}>
          <RotateCw aria-hidden className="size-4" />
          Try again
        </Button>
      ) : null}
      <IconButton label={remove} icon={X} onClick={onDismiss} />
    </li>
  );
}

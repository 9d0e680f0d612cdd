import { Check, FileUp, ImageUp, RotateCw, X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '../attachment-url.ts';
import { MAX_PICTURE_BYTES } from '../picture-url.ts';
import { isRetryable, uploadProblem, uploadsLabel } from './labels.ts';
import { hasEnded, type Upload } from './use-uploads.ts';

const PICTURES = 'image/png,image/jpeg,image/webp,image/avif,image/gif,image/svg+xml,.heic,.heif';

/** Endings: browsers and systems disagree about the types of CSV and ZIP. */
export const ATTACHMENTS = ATTACHMENT_TYPES.map((type) => `.${type}`).join(',');

type UploadAreaProps<M> = {
  /** Whether files to download are taken, too. */
  takesFiles?: boolean;
  uploads: readonly Upload<M>[];
  /** Files are being dragged over the page. */
  isDragOver: boolean;
  onFiles: (files: File[]) => void;
  onDismiss: (key: number) => void;
  onRetry: (upload: Upload<M>) => void;
  /** The action that leads from an upload to what it has become. */
  follow: (media: M) => { label: string; act: () => void };
};

/** Uploads of chosen, dropped or pasted files, each with its progress. */
export function UploadArea<M>({
  takesFiles = false,
  uploads,
  isDragOver,
  onFiles,
  ...rows
}: UploadAreaProps<M>) {
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const Icon = takesFiles ? FileUp : ImageUp;

  function choose() {
    const files = [...(input.current?.files ?? [])];
    // Else choosing the same file again would fire no event.
    if (input.current !== null) input.current.value = '';
    onFiles(files);
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
        {uploadsLabel(uploads, takesFiles ? 'file' : 'picture')}
      </p>
      <ul aria-label="Uploads" className="mt-1 divide-y divide-line empty:hidden">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            {...rows}
            onDismiss={(key) => {
              rows.onDismiss(key);
              opener.current?.focus();
            }}
          />
        ))}
      </ul>
    </section>
  );
}

type UploadRowProps<M> = { upload: Upload<M> } & Pick<
  UploadAreaProps<M>,
  'onDismiss' | 'onRetry' | 'follow'
>;

function UploadRow<M>({ upload, onDismiss, onRetry, follow }: UploadRowProps<M>) {
  const { key, file, state } = upload;
  const next = state.kind === 'done' ? follow(state.media) : null;
  const remove = hasEnded(state)
    ? `Remove ${file.name} from this list`
    : `Cancel the upload of ${file.name}`;
  return (
    <li className="flex min-h-14 items-center gap-3 py-1">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={file.name}>
          {file.name}
        </p>
        <Progress name={file.name} state={state} />
      </div>
      {next === null ? null : (
        <Button variant="quiet" className="px-3 text-teal" onClick={next.act}>
          {next.label}
        </Button>
      )}
      {state.kind === 'failed' && isRetryable(state.failure) ? (
        <Button variant="quiet" className="px-3 text-teal" onClick={() => onRetry(upload)}>
          <RotateCw aria-hidden className="size-4" />
          Try again
        </Button>
      ) : null}
      <button
        type="button"
        aria-label={remove}
        title={remove}
        onClick={() => onDismiss(key)}
        className="icon-button shrink-0"
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
}

function Progress({ name, state }: { name: string; state: Upload<unknown>['state'] }) {
  if (state.kind === 'done') {
    return (
      <p className="flex items-center gap-1.5 text-teal text-xs">
        <Check aria-hidden className="size-3.5" />
        Uploaded
      </p>
    );
  }
  if (state.kind === 'failed') {
    return (
      <p role="alert" className="text-danger text-xs">
        {uploadProblem(state.failure)}
      </p>
    );
  }
  const fraction = state.kind === 'waiting' ? 0 : state.fraction;
  const isSent = fraction === 1;
  return (
    <div className="mt-0.5 flex items-center gap-3">
      <progress
        aria-label={`Upload of ${name}`}
        className="h-1.5 w-full max-w-72 appearance-none overflow-hidden rounded-full bg-stone-tint [&::-moz-progress-bar]:bg-teal [&::-webkit-progress-bar]:bg-stone-tint [&::-webkit-progress-value]:bg-teal"
        {...(isSent ? {} : { value: fraction })}
      />
      <span className="shrink-0 text-muted text-xs tabular-nums">{stage(state)}</span>
    </div>
  );
}

function stage(state: Upload<unknown>['state']): string {
  if (state.kind !== 'sending') return 'Waiting';
  return state.fraction === 1 ? 'Finishing…' : `${Math.floor(state.fraction * 100)}%`;
}

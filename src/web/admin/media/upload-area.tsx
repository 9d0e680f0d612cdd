import { Check, ImageUp, RotateCw, X } from 'lucide-react';
import { useRef } from 'react';
import type { Picture } from '../../../domain/media/pictures.ts';
import { Button } from '../../ui/button.tsx';
import { isRetryable, uploadProblem, uploadsLabel } from './upload-labels.ts';
import { hasEnded, type Upload } from './use-uploads.ts';

const TYPES = 'image/png,image/jpeg,image/webp,image/avif,image/gif';

type UploadAreaProps = {
  uploads: readonly Upload[];
  /** Files are being dragged over the page. */
  isDragOver: boolean;
  onFiles: (files: File[]) => void;
  onDismiss: (key: number) => void;
  onRetry: (upload: Upload) => void;
  /** The action that leads from an upload to its picture. */
  follow: { label: string; act: (picture: Picture) => void };
};

/** Uploads of chosen, dropped or pasted files, each with its progress. */
export function UploadArea({ uploads, isDragOver, onFiles, ...rows }: UploadAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

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
            {isDragOver ? 'Drop to upload' : 'Drop or paste pictures anywhere here'}
          </p>
          <p className="mt-0.5 text-muted text-xs">
            PNG, JPEG, WebP, AVIF or GIF, up to 10 MB each. Places and other hidden data are
            removed.
          </p>
        </div>
        <Button ref={opener} look="secondary" onClick={() => input.current?.click()}>
          <ImageUp aria-hidden className="size-4" />
          Choose files
        </Button>
        <input ref={input} type="file" multiple accept={TYPES} hidden onChange={choose} />
      </div>
      <p role="status" className="mt-3 font-medium text-sm empty:hidden">
        {uploadsLabel(uploads)}
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

type UploadRowProps = { upload: Upload } & Pick<
  UploadAreaProps,
  'onDismiss' | 'onRetry' | 'follow'
>;

function UploadRow({ upload, onDismiss, onRetry, follow }: UploadRowProps) {
  const { key, file, state } = upload;
  const remove = hasEnded(state)
    ? `Take ${file.name} off this list`
    : `Cancel the upload of ${file.name}`;
  return (
    <li className="flex min-h-14 items-center gap-3 py-1">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={file.name}>
          {file.name}
        </p>
        <Progress name={file.name} state={state} />
      </div>
      {state.kind === 'done' ? (
        <Button look="quiet" className="px-3 text-teal" onClick={() => follow.act(state.picture)}>
          {follow.label}
        </Button>
      ) : null}
      {state.kind === 'refused' && isRetryable(state.refusal) ? (
        <Button look="quiet" className="px-3 text-teal" onClick={() => onRetry(upload)}>
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

function Progress({ name, state }: { name: string; state: Upload['state'] }) {
  if (state.kind === 'done') {
    return (
      <p className="flex items-center gap-1.5 text-teal text-xs">
        <Check aria-hidden className="size-3.5" />
        Uploaded
      </p>
    );
  }
  if (state.kind === 'refused') {
    return (
      <p role="alert" className="text-danger text-xs">
        {uploadProblem(state.refusal)}
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

function stage(state: Upload['state']): string {
  if (state.kind !== 'sending') return 'Waiting';
  return state.fraction === 1 ? 'Making sizes…' : `${Math.floor(state.fraction * 100)}%`;
}

import { useRef, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { PendingPicture, PictureUploads } from './picture-uploads.ts';

/** Pictures whose upload is under way or has failed. */
export function PendingPictures({ uploads }: { uploads: PictureUploads }) {
  const pictures = useSyncExternalStore(uploads.subscribe, uploads.list);
  return (
    <div role="status" className="space-y-2 text-sm empty:hidden">
      {pictures.map((picture) => (
        <PendingPictureLine key={picture.key} picture={picture} uploads={uploads} />
      ))}
    </div>
  );
}

function PendingPictureLine({
  picture,
  uploads,
}: {
  picture: PendingPicture;
  uploads: PictureUploads;
}) {
  const { name, state } = picture;
  const isFailed = state.kind === 'failed';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p
        className={`min-w-0 flex-1 basis-56 [overflow-wrap:anywhere] ${isFailed ? 'text-danger' : ''}`}
      >
        {isFailed ? `${name}: ${state.message}` : `Uploading ${name}`}
      </p>
      {state.kind === 'failed' ? (
        state.isRetryable && (
          <Retry picture={picture} onFile={(file) => uploads.retry(picture, file)} />
        )
      ) : (
        <progress
          aria-label={`Upload of ${name}`}
          value={state.fraction}
          className="w-32 accent-teal"
        />
      )}
      <Button variant="quiet" onClick={() => uploads.dismiss(picture)}>
        {isFailed ? 'Dismiss' : 'Cancel'}
      </Button>
    </div>
  );
}

function Retry({
  picture: { name, file },
  onFile,
}: {
  picture: PendingPicture;
  onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  if (file !== null) {
    return (
      <Button variant="secondary" onClick={() => onFile(file)}>
        Try again
      </Button>
    );
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget: { files } }) => files?.[0] && onFile(files[0])}
      />
      <Button
        variant="secondary"
        aria-label={`Choose a file for ${name}`}
        onClick={() => input.current?.click()}
      >
        Choose file
      </Button>
    </>
  );
}

import { useSyncExternalStore } from 'react';
import { chooseFiles } from '../../../admin/choose-files.ts';
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

type PendingPictureLineProps = { picture: PendingPicture; uploads: PictureUploads };

function PendingPictureLine({ picture, uploads }: PendingPictureLineProps) {
  const { name, file, state } = picture;
  const isFailed = state.kind === 'failed';
  const retry = (chosen: File | undefined) => {
    if (chosen !== undefined) uploads.retry(picture, chosen);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p
        className={`min-w-0 flex-1 basis-56 [overflow-wrap:anywhere] ${isFailed ? 'text-danger' : ''}`}
      >
        {isFailed ? `${name}: ${state.message}` : `Uploading ${name}`}
      </p>
      {isFailed ? null : (
        <progress
          aria-label={`Upload of ${name}`}
          value={state.fraction}
          className="w-32 accent-teal"
        />
      )}
      {isFailed && state.isRetryable ? (
        <Button
          variant="secondary"
          aria-label={file === null ? `Choose a file for ${name}` : undefined}
          onClick={() =>
            file === null ? chooseFiles('image/*', ([chosen]) => retry(chosen)) : retry(file)
          }
        >
          {file === null ? 'Choose file' : 'Try again'}
        </Button>
      ) : null}
      <Button variant="quiet" onClick={() => uploads.dismiss(picture)}>
        {isFailed ? 'Dismiss' : 'Cancel'}
      </Button>
    </div>
  );
}

import { useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';
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
  const { file, state } = picture;
  const isFailed = state.kind === 'failed';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p
        className={`min-w-0 flex-1 basis-56 [overflow-wrap:anywhere] ${isFailed ? 'text-danger' : ''}`}
      >
        {isFailed ? `${file.name}: ${state.message}` : `Uploading ${file.name}`}
      </p>
      {isFailed ? (
        <Button look="secondary" onClick={() => uploads.retry(picture)}>
          Try again
        </Button>
      ) : (
        <progress
          aria-label={`Upload of ${file.name}`}
          value={state.fraction}
          className="w-32 accent-teal"
        />
      )}
      <Button look="quiet" onClick={() => uploads.dismiss(picture)}>
        {isFailed ? 'Dismiss' : 'Cancel'}
      </Button>
    </div>
  );
}

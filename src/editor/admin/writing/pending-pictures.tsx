import { useSyncExternalStore } from 'react';
import { chooseFiles } from '../../../admin/choose-files.ts';
import { Button } from '../../../ui/button.tsx';
import type { PictureUploads } from './picture-uploads.ts';

/** Pictures whose upload is under way or has failed. */
export function PendingPictures({ uploads }: { uploads: PictureUploads }) {
  const pictures = useSyncExternalStore(uploads.subscribe, uploads.list);
  return (
    <div role="status" className="space-y-2 text-sm empty:hidden">
      {pictures.map((picture) => {
        const { key, name, file, state } = picture;
        const retry = ([chosen]: File[]) => chosen && uploads.retry(picture, chosen);
        return (
          <div key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {state.kind === 'failed' ? (
              <p className="min-w-0 flex-1 basis-56 text-danger [overflow-wrap:anywhere]">
                {name}: {state.message}
              </p>
            ) : (
              <>
                <p className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">Uploading {name}</p>
                <progress
                  aria-label={`Upload of ${name}`}
                  value={state.fraction}
                  className="w-32 accent-teal"
                />
              </>
            )}
            {state.kind === 'failed' && state.isRetryable ? (
              <Button
                variant="secondary"
                aria-label={file === null ? `Choose a file for ${name}` : undefined}
                onClick={() => (file === null ? chooseFiles('image/*', retry) : retry([file]))}
              >
                {file === null ? 'Choose file' : 'Try again'}
              </Button>
            ) : null}
            <Button variant="quiet" onClick={() => uploads.dismiss(picture)}>
              {state.kind === 'failed' ? 'Dismiss' : 'Cancel'}
            </Button>
          </div>
        );
      })}
    </div>
  );
}

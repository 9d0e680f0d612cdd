import { useSyncExternalStore } from 'react';
import { chooseFiles } from '../../../admin/choose-files.ts';
import { Button } from '../../../ui/button.tsx';
import type { PendingPicture, PictureUploads } from './picture-uploads.ts';

type PendingPicturesProps = { uploads: PictureUploads; onDescribe: (text: string) => void };

export function PendingPictures({ uploads, onDescribe }: PendingPicturesProps) {
  const pictures = useSyncExternalStore(uploads.subscribe, uploads.list);
  return (
    <div role="status" className="space-y-2 text-sm empty:hidden">
      {pictures.map((picture) => {
        const { key, name, file, state } = picture;
        return (
          <div key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p
              className={`min-w-0 flex-1 basis-56 [overflow-wrap:anywhere] ${state.kind === 'failed' ? 'text-danger' : ''}`}
            >
              {wordsOf(picture)}
            </p>
            {state.kind === 'undescribed' ? (
              <Button
                variant="secondary"
                onClick={() => {
                  uploads.dismiss(picture);
                  onDescribe(state.text);
                }}
              >
                Add text and caption
              </Button>
            ) : null}
            {state.kind === 'failed' && state.isRetryable ? (
              <Button
                variant="secondary"
                aria-label={file === null ? `Choose a file for ${name}` : undefined}
                onClick={() => tryAgain(picture, uploads)}
              >
                {file === null ? 'Choose file' : 'Try again'}
              </Button>
            ) : null}
            <Button variant="quiet" onClick={() => uploads.dismiss(picture)}>
              {state.kind === 'sending' ? 'Cancel' : 'Dismiss'}
            </Button>
          </div>
        );
      })}
    </div>
  );
}

function wordsOf({ name, state }: PendingPicture): string {
  if (state.kind === 'failed') return `${name}: ${state.message}`;
  if (state.kind === 'sending') return `Uploading ${name}…`;
  return `${name} is in the text. What does it show?`;
}

function tryAgain(picture: PendingPicture, uploads: PictureUploads) {
  const retry = ([chosen]: File[]) => chosen && uploads.retry(picture, chosen);
  if (picture.file === null) chooseFiles('image/*', retry);
  else retry([picture.file]);
}

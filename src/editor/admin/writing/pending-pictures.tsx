import { useSyncExternalStore } from 'react';
import { chooseFiles } from '../../../admin/choose-files.ts';
import { Button } from '../../../ui/button.tsx';
import type { PendingPicture, PictureUploads } from './picture-uploads.ts';

type PendingPicturesProps = {
  uploads: PictureUploads;
  /** @param text the Markdown of a picture */
  onDescribe: (text: string) => void;
};

/** Pictures whose upload is under way or has failed, and those whose text and caption are asked for. */
export function PendingPictures({ uploads, onDescribe }: PendingPicturesProps) {
  const pictures = useSyncExternalStore(uploads.subscribe, uploads.list);
  return (
    <div role="status" className="space-y-2 text-sm empty:hidden">
      {pictures.map((picture) => {
        const { key, name, state } = picture;
        const action = actionOf(picture, uploads, onDescribe);
        return (
          <div key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p
              className={`min-w-0 flex-1 basis-56 [overflow-wrap:anywhere] ${state.kind === 'failed' ? 'text-danger' : ''}`}
            >
              {wordsOf(picture)}
            </p>
            {state.kind === 'sending' ? (
              <progress
                aria-label={`Upload of ${name}`}
                value={state.fraction}
                className="w-32 accent-teal"
              />
            ) : null}
            {action === null ? null : (
              <Button variant="secondary" aria-label={action.name} onClick={action.onClick}>
                {action.label}
              </Button>
            )}
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
  if (state.kind === 'sending') return `Uploading ${name}`;
  return `${name} is in the text. What does it show?`;
}

/** What its writer can do; null for nothing. */
function actionOf(
  picture: PendingPicture,
  uploads: PictureUploads,
  onDescribe: PendingPicturesProps['onDescribe'],
): { label: string; name?: string; onClick: () => void } | null {
  const { file, name, state } = picture;
  if (state.kind === 'undescribed') {
    const onClick = () => {
      uploads.dismiss(picture);
      onDescribe(state.text);
    };
    return { label: 'Add text and caption', onClick };
  }
  if (state.kind !== 'failed' || !state.isRetryable) return null;
  if (file !== null) return { label: 'Try again', onClick: () => uploads.retry(picture, file) };
  const retry = ([chosen]: File[]) => chosen && uploads.retry(picture, chosen);
  const onClick = () => chooseFiles('image/*', retry);
  return { label: 'Choose file', name: `Choose a file for ${name}`, onClick };
}

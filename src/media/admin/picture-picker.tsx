import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSignInDialog } from '../../accounts/admin/login/sign-in-dialog.tsx';
import type { ApiFailure } from '../../admin/api.ts';
import { SearchForm } from '../../admin/lists/search-form.tsx';
import { stopPropagation, useModal } from '../../admin/use-modal.ts';
import type { Picture } from '../pictures.ts';
import { ChosenPicture } from './chosen-picture.tsx';
import { PICTURES } from './media-kinds.ts';
import { PictureTiles } from './picture-tiles.tsx';
import { UploadArea } from './upload-area.tsx';
import { uploadPicture } from './upload-media.ts';
import { useDroppedFiles } from './use-dropped-files.ts';
import { useLibrary } from './use-library.ts';
import { useUploads } from './use-uploads.ts';

type PicturePickerProps = {
  /** The submit button's label. */
  action?: string;
  /** Asks for a caption, too. */
  asksCaption?: boolean;
  /** Files to upload at once. */
  files?: readonly File[];
  /** Called with the picture and the alternative text for this use; empty marks decoration. */
  onChoose: (picture: Picture, caption: string) => void;
  /** Also after a choice. */
  onClose: () => void;
};

/** The media library in a dialog, to choose a picture. */
export function PicturePicker({
  action = 'Use picture',
  asksCaption = false,
  files = [],
  onChoose,
  onClose,
}: PicturePickerProps) {
  const { dialog, close } = useModal();
  const title = useId();
  const [q, setQ] = useState('');
  const library = useLibrary(PICTURES, q, () => signIn.open());
  const [chosen, setChosen] = useState<Picture | null>(null);
  const { uploads, add, dismiss, retry, resume } = useUploads(uploadPicture, take, onFailed);
  const signIn = useSignInDialog({
    promise: 'Your text is still here, and choosing goes on once you have signed in.',
    onSignedIn: () => {
      resume();
      if (library.failure !== null) void library.loadMore();
    },
  });
  const isDragOver = useDroppedFiles(add);

  const onOpen = useEffectEvent(() => {
    // The browser would focus the scrolling part.
    dialog.current?.querySelector('button')?.focus();
    if (files.length > 0) add(files);
  });
  useEffect(() => onOpen(), []);

  function onFailed({ kind }: ApiFailure) {
    if (kind === 'unauthenticated') signIn.open();
  }

  function take(picture: Picture) {
    library.add(picture);
    setChosen(picture);
  }

  function choose(picture: Picture, caption: string) {
    // Closing restores focus and caret, which the choice may then move.
    close();
    onChoose(picture, caption);
  }

  // A portal, since the caller is a form, and forms cannot be nested.
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        // React bubbles `close` of an inner dialog or file input.
        const { target, currentTarget } = event;
        if (target === currentTarget && !currentTarget.open) onClose();
      }}
      onSubmit={stopPropagation}
      onKeyDown={stopPropagation}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(56rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-card border border-line bg-paper text-ink backdrop:bg-paper/80 open:flex"
    >
      <h2 id={title} className="display px-5 pt-5 pb-4 text-2xl md:px-6">
        Choose a picture
      </h2>
      <div className="min-h-0 flex-1 space-y-5 overflow-y-auto px-5 pb-5 md:px-6">
        <UploadArea
          uploads={uploads}
          isDragOver={isDragOver}
          onFiles={add}
          onDismiss={dismiss}
          onRetry={(each) => retry([each])}
          follow={(picture) => ({ label: 'Choose it', act: () => setChosen(picture) })}
        />
        <SearchForm
          label="Search pictures"
          placeholder="Words of the name or the alternative text"
          query={new URLSearchParams(q === '' ? [] : [['q', q]]).toString()}
          isSearching={library.isLoading}
          onSearch={(query) => setQ(query.get('q') ?? '')}
        />
        <PictureTiles library={library} chosen={chosen} onChoose={setChosen} />
      </div>
      <ChosenPicture
        key={chosen?.id}
        picture={chosen}
        action={action}
        asksCaption={asksCaption}
        onUse={choose}
        onSignedOut={signIn.open}
      />
      <button
        type="button"
        aria-label="Close"
        onClick={close}
        className="icon-button absolute top-4 right-4"
      >
        <X aria-hidden strokeWidth={1.5} className="size-5" />
      </button>
      {signIn.dialog}
    </dialog>,
    document.body,
  );
}

import { X } from 'lucide-react';
import { type SyntheticEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Picture } from '../../../domain/media/pictures.ts';
import type { Refusal } from '../api.ts';
import { storedSession } from '../session.ts';
import { SignInAgain } from '../sign-in-again.tsx';
import { useModal } from '../use-modal.ts';
import { ChosenPicture } from './chosen-picture.tsx';
import { PictureSearch } from './picture-search.tsx';
import { PictureTiles } from './picture-tiles.tsx';
import { UploadArea } from './upload-area.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
import { usePictures } from './use-pictures.ts';
import { useUploads } from './use-uploads.ts';

type PicturePickerProps = {
  /** The submit button's label. */
  action?: string;
  /** Files to upload at once. */
  files?: readonly File[];
  /** Called with the picture and the alternative text for this use; empty marks decoration. */
  onChoose: (picture: Picture) => void;
  /** Also after a choice. */
  onClose: () => void;
};

/** The media library in a dialog, to choose a picture. */
export function PicturePicker({
  action = 'Use picture',
  files = [],
  onChoose,
  onClose,
}: PicturePickerProps) {
  const { dialog, close } = useModal();
  const title = useId();
  const [q, setQ] = useState('');
  const library = usePictures(q, () => setSignedOut(true));
  const [chosen, setChosen] = useState<Picture | null>(null);
  const [email] = useState(() => storedSession()?.email ?? '');
  const [isSignedOut, setSignedOut] = useState(false);
  const { uploads, add, dismiss, retry, resume } = useUploads(take, noteRefusal);
  const isDragOver = useDroppedFiles(add);

  const onOpen = useEffectEvent(() => {
    // The browser would focus the scrolling part.
    dialog.current?.querySelector('button')?.focus();
    if (files.length > 0) add(files);
  });
  useEffect(() => onOpen(), []);

  function noteRefusal({ kind }: Refusal) {
    if (kind === 'signed-out') setSignedOut(true);
  }

  function take(picture: Picture) {
    library.add(picture);
    setChosen(picture);
  }

  function choose(picture: Picture) {
    // Closing restores focus and caret, which the choice may then move.
    close();
    onChoose(picture);
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
          follow={{ label: 'Choose it', act: setChosen }}
        />
        <PictureSearch q={q} isLoading={library.isLoading} onSearch={setQ} />
        <PictureTiles library={library} chosen={chosen} onChoose={setChosen} />
      </div>
      <ChosenPicture
        key={chosen?.id}
        picture={chosen}
        action={action}
        onUse={choose}
        onSignedOut={() => setSignedOut(true)}
      />
      <button
        type="button"
        aria-label="Close"
        onClick={close}
        className="icon-button absolute top-4 right-4"
      >
        <X aria-hidden strokeWidth={1.5} className="size-5" />
      </button>
      {isSignedOut ? (
        <SignInAgain
          email={email}
          promise="Your text is still here, and choosing goes on once you have signed in."
          onSignedIn={() => {
            setSignedOut(false);
            resume();
            if (library.failure !== null) void library.loadMore();
          }}
          onCancel={() => setSignedOut(false)}
        />
      ) : null}
    </dialog>,
    document.body,
  );
}

/** Through a portal, React would bubble events to the form that opened the dialog. */
function stopPropagation(event: SyntheticEvent) {
  event.stopPropagation();
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSignInDialog } from '../../accounts/admin/login/sign-in-dialog.tsx';
import type { ApiFailure } from '../../admin/api.ts';
import { Dialog } from '../../admin/dialog.tsx';
import { SearchForm } from '../../admin/lists/search-form.tsx';
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
  /** Characters of a caption, which is asked for, too, with a label. */
  maxCaption?: number;
  /** Files to upload at once. */
  files?: readonly File[];
  /** Called with the picture and the alternative text for this use; empty marks decoration. */
  onChoose: (picture: Picture, caption: string, label: string) => void;
  onCancel: () => void;
};

/** The media library in a dialog, to choose a picture. */
export function PicturePicker({
  action = 'Use picture',
  maxCaption = 0,
  files = [],
  onChoose,
  onCancel,
}: PicturePickerProps) {
  const content = useRef<HTMLDivElement>(null);
  const [q, setQ] = useState('');
  const library = useLibrary(PICTURES, q, () => signIn.open());
  const [chosen, setChosen] = useState<Picture | null>(null);
  const { uploads, add, dismiss, retry, resume } = useUploads(uploadPicture, take, onFailed);
  const signIn = useSignInDialog({
    promise: 'Your text is still here. You can go on choosing once you have signed in.',
    onSignedIn: () => {
      resume();
      if (library.failure !== null) void library.loadMore();
    },
  });
  const isDragOver = useDroppedFiles(add);

  const onOpen = useEffectEvent(() => {
    // Not the search, whose keyboard would cover the pictures on a phone.
    content.current?.querySelector('button')?.focus();
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

  return (
    <Dialog
      title="Choose a picture"
      width="wide"
      hasCloseButton
      onCancel={onCancel}
      footer={
        <ChosenPicture
          key={chosen?.id}
          picture={chosen}
          action={action}
          maxCaption={maxCaption}
          onUse={onChoose}
          onSignedOut={signIn.open}
        />
      }
    >
      <div ref={content} className="space-y-5 pt-4">
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
          placeholder="Name or alternative text"
          query={new URLSearchParams(q === '' ? [] : [['q', q]]).toString()}
          isSearching={library.isLoading}
          onSearch={(query) => setQ(query.get('q') ?? '')}
        />
        <PictureTiles library={library} chosen={chosen} onChoose={setChosen} />
      </div>
      {signIn.dialog}
    </Dialog>
  );
}

import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../admin/dialog.tsx';
import { LoadMore } from '../../admin/lists/list-parts.tsx';
import { SearchForm } from '../../admin/lists/search-form.tsx';
import { LoadingPictures } from '../../admin/loading.tsx';
import type { Picture } from '../library.ts';
import { ChosenPicture } from './chosen-picture.tsx';
import { pictureName } from './labels.ts';
import { Thumbnail } from './thumbnail.tsx';
import { UploadArea } from './upload-area.tsx';
import { isAttachment } from './upload-media.ts';
import { useLibrary } from './use-library.ts';

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
  const library = useLibrary('picture', q);
  const [chosen, setChosen] = useState<Picture | null>(null);

  // Not the search, whose keyboard would cover the pictures on a phone.
  useEffect(() => content.current?.querySelector('button')?.focus(), []);

  const { page, failure, isLoading } = library;
  const pictures = page?.items.filter((item): item is Picture => !isAttachment(item));

  return (
    <Dialog
      title="Choose a picture"
      width="wide"
      hasCloseButton
      onCancel={onCancel}
      footer={
        chosen && (
          <ChosenPicture
            key={chosen.id}
            picture={chosen}
            action={action}
            maxCaption={maxCaption}
            onUse={onChoose}
          />
        )
      }
    >
      <div ref={content} className="space-y-5 pt-4">
        <UploadArea
          files={files}
          onUploaded={(uploaded) => {
            library.add(uploaded);
            if (!isAttachment(uploaded.item)) setChosen(uploaded.item);
          }}
        />
        <SearchForm
          label="Search pictures"
          placeholder="Name or alternative text"
          query={new URLSearchParams(q === '' ? [] : [['q', q]]).toString()}
          isSearching={library.isLoading}
          onSearch={(query) => setQ(query.get('q') ?? '')}
        />
        {page === null && failure === null ? <LoadingPictures /> : null}
        {pictures?.length === 0 ? (
          <p role="status" className="py-6 text-center text-muted text-sm">
            No pictures found. Upload one, or try different words.
          </p>
        ) : null}
        <fieldset
          aria-busy={isLoading}
          className="grid grid-cols-3 gap-3 transition-opacity aria-busy:opacity-60 sm:grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))]"
        >
          <legend className="sr-only">Pictures</legend>
          {pictures?.map((picture) => (
            <label key={picture.id} className="group relative min-w-0 cursor-pointer">
              <input
                type="radio"
                name="picture"
                checked={picture.id === chosen?.id}
                onChange={() => setChosen(picture)}
                className="peer sr-only"
              />
              <span className="block aspect-square overflow-hidden rounded-md border border-line outline-offset-2 outline-teal transition-colors group-hover:border-teal peer-checked:border-teal peer-checked:ring-2 peer-checked:ring-teal peer-focus-visible:outline-2">
                <Thumbnail picture={picture} />
              </span>
              <span className="mt-1 block truncate text-xs" title={pictureName(picture)}>
                {pictureName(picture)}
              </span>
              {picture.alt === '' ? null : <span className="sr-only">: {picture.alt}</span>}
            </label>
          ))}
        </fieldset>
        <LoadMore list={library} />
      </div>
    </Dialog>
  );
}

import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { caller } from '../../admin/caller.ts';
import { Checkbox } from '../../admin/checkbox.tsx';
import { Dialog } from '../../admin/dialog.tsx';
import { SearchForm } from '../../admin/lists/search-form.tsx';
import { useSubmit } from '../../admin/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { TextField } from '../../ui/field.tsx';
import type { media } from '../api/media.ts';
import type { Picture } from '../library.ts';
import { PICTURE_LIMITS } from '../picture-url.ts';
import { pictureName } from './labels.ts';
import { MediaList, useMedia } from './media-list.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { UploadArea } from './upload-area.tsx';
import { isAttachment } from './upload-media.ts';

type PicturePickerProps = {
  action?: string;
  maxCaption?: number;
  files?: readonly File[];
  /** Called with the picture and the alternative text for this use; empty marks decoration. */
  onChoose: (picture: Picture, caption: string, label: string) => void;
  onCancel: () => void;
};

export function PicturePicker({
  action = 'Use picture',
  maxCaption = 0,
  files = [],
  onChoose,
  onCancel,
}: PicturePickerProps) {
  const content = useRef<HTMLDivElement>(null);
  const [q, setQ] = useState('');
  const list = useMedia('picture', q);
  const [chosen, setChosen] = useState<Picture | null>(null);

  // Not the search, whose keyboard would cover the pictures on a phone.
  useEffect(() => content.current?.querySelector('button')?.focus(), []);

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
            onChoose={onChoose}
          />
        )
      }
    >
      <div ref={content} className="space-y-5 pt-4">
        <UploadArea
          files={files}
          onUploaded={({ item }) => {
            void list.reload();
            if (!isAttachment(item)) setChosen(item);
          }}
        />
        <SearchForm
          label="Search pictures"
          placeholder="Name or alternative text"
          query={new URLSearchParams(q === '' ? [] : [['q', q]]).toString()}
          isSearching={list.isLoading}
          onSearch={(query) => setQ(query.get('q') ?? '')}
        />
        <fieldset aria-label="Pictures">
          <MediaList
            list={list}
            kind="picture"
            q={q}
            className="grid-cols-3 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))]"
          >
            {(item) =>
              isAttachment(item) ? null : (
                <label className="group relative min-w-0 cursor-pointer">
                  <input
                    type="radio"
                    name="picture"
                    checked={item.id === chosen?.id}
                    onChange={() => setChosen(item)}
                    className="peer sr-only"
                  />
                  <span className="block aspect-square overflow-hidden rounded-md border border-line outline-offset-2 outline-teal transition-colors group-hover:border-teal peer-checked:border-teal peer-checked:ring-2 peer-checked:ring-teal peer-focus-visible:outline-2">
                    <Thumbnail picture={item} />
                  </span>
                  <span className="mt-1 block truncate text-xs" title={pictureName(item)}>
                    {pictureName(item)}
                  </span>
                  {item.alt === '' ? null : <span className="sr-only">: {item.alt}</span>}
                </label>
              )
            }
          </MediaList>
        </fieldset>
      </div>
    </Dialog>
  );
}

const api = caller<typeof media>();

const MAX_LABEL = 60;

type ChosenPictureProps = Pick<PicturePickerProps, 'onChoose'> &
  Required<Pick<PicturePickerProps, 'action' | 'maxCaption'>> & { picture: Picture };

function ChosenPicture({ picture, action, maxCaption, onChoose }: ChosenPictureProps) {
  const [isDecoration, setDecoration] = useState(false);
  const { isBusy, failure, submit } = useSubmit();

  async function use(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const written = new FormData(event.currentTarget);
    const read = (name: string) => String(written.get(name) ?? '').trim();
    // A disabled field is not in the form.
    const alt = read('alt');
    // The library's own description stays: this one may fit this use alone.
    if (alt !== '' && picture.alt === '') {
      const param = { id: picture.id };
      const answer = await submit(
        () => api('PATCH', '/admin/media/:id', { param, json: { alt } }),
        'The library could not save this text. Please try again.',
      );
      if (!answer.ok) return;
    }
    onChoose({ ...picture, alt }, read('caption'), read('label'));
  }

  return (
    <CheckedForm
      failure={failure ?? undefined}
      onSubmit={use}
      className="space-y-3 border-line border-t bg-surface p-4 md:px-6"
    >
      <div className="flex items-start gap-4">
        <div className="size-20 shrink-0 overflow-hidden rounded-md border border-line max-sm:hidden">
          <Thumbnail picture={picture} />
        </div>
        <div className="min-w-0 flex-1">
          <TextField
            label="Alternative text"
            name="alt"
            placeholder="What the picture shows, for people who cannot see it"
            required
            pattern=".*\S.*"
            maxLength={PICTURE_LIMITS.alt}
            disabled={isDecoration}
            defaultValue={picture.alt}
          />
          <Checkbox
            checked={isDecoration}
            onChange={(event) => setDecoration(event.target.checked)}
          >
            Decorative: adds nothing to the text
          </Checkbox>
          {maxCaption > 0 ? (
            <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[3fr_2fr]">
              <TextField
                label="Caption"
                name="caption"
                placeholder="Shown below the picture, if it needs one"
                maxLength={maxCaption}
              />
              <TextField
                label="Label"
                name="label"
                placeholder="fig-plate, to refer to it"
                maxLength={MAX_LABEL}
                spellCheck={false}
                autoCapitalize="none"
              />
            </div>
          ) : null}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="min-w-0 flex-1 truncate text-muted text-sm">
          Chosen: {pictureName(picture)}
        </p>
        <Button type="submit" disabled={isBusy}>
          {action}
        </Button>
      </div>
    </CheckedForm>
  );
}

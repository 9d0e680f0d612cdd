import { type FormEvent, useRef, useState } from 'react';
import { caller } from '../../admin/caller.ts';
import { Checkbox } from '../../admin/checkbox.tsx';
import { useSubmit } from '../../admin/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { media } from '../api/media.ts';
import type { Picture } from '../library.ts';
import { PICTURE_LIMITS } from '../picture-url.ts';
import { pictureName } from './labels.ts';
import { Thumbnail } from './thumbnail.tsx';

const api = caller<typeof media>();

/** Characters of a figure's label. */
const MAX_LABEL = 60;

type ChosenPictureProps = {
  picture: Picture;
  action: string;
  /** Characters of a caption; 0 does not ask for one. */
  maxCaption: number;
  onUse: (picture: Picture, caption: string, label: string) => void;
};

/** The foot of the picker: a picture needs alternative text, or the decoration mark, before its use. */
export function ChosenPicture({ picture, action, maxCaption, onUse }: ChosenPictureProps) {
  const [text, setText] = useState(picture.alt);
  const [isDecoration, setDecoration] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { isBusy, failure, submit, clear } = useSubmit();
  const field = useRef<HTMLInputElement>(null);

  async function use(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const written = new FormData(event.currentTarget);
    const read = (name: string) => String(written.get(name) ?? '').trim();
    const alt = isDecoration ? '' : text.trim();
    if (alt === '' && !isDecoration) {
      setMissing(true);
      field.current?.focus();
      return;
    }
    // The library's own description stays: this one may fit this use alone.
    if (alt !== '' && picture.alt === '') {
      const param = { id: picture.id };
      const answer = await submit(
        () => api('PATCH', '/admin/media/:id', { param, json: { alt } }),
        'The library could not save this text. Please try again.',
      );
      if (!answer.ok) return;
    }
    onUse({ ...picture, alt }, read('caption'), read('label'));
  }

  function change() {
    setMissing(false);
    clear();
  }

  return (
    <form onSubmit={use} noValidate className="border-line border-t bg-surface p-4 md:px-6">
      <div className="mb-3 flex items-start gap-4">
        <div className="size-20 shrink-0 overflow-hidden rounded-md border border-line max-sm:hidden">
          <Thumbnail picture={picture} />
        </div>
        <div className="min-w-0 flex-1">
          <TextField
            ref={field}
            label="Alternative text"
            placeholder="What the picture shows, for people who cannot see it"
            maxLength={PICTURE_LIMITS.alt}
            disabled={isDecoration}
            value={text}
            error={
              isMissing ? 'Describe the picture, or mark it as decorative.' : (failure ?? undefined)
            }
            onChange={(event) => {
              setText(event.target.value);
              change();
            }}
          />
          <Checkbox
            checked={isDecoration}
            onChange={(event) => {
              setDecoration(event.target.checked);
              change();
            }}
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
    </form>
  );
}

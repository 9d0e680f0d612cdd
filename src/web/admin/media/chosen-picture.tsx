import { type FormEvent, useRef, useState } from 'react';
import type { Picture } from '../../../domain/media/pictures.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MAX_ALT_LENGTH } from './alt-text-field.tsx';
import { describePicture } from './media-api.ts';
import { pictureName } from './picture-labels.ts';
import { Thumbnail } from './thumbnail.tsx';

type ChosenPictureProps = {
  picture: Picture | null;
  action: string;
  onUse: (picture: Picture) => void;
};

/** The foot of the picker: no picture is used before somebody has said what it shows. */
export function ChosenPicture({ picture, action, onUse }: ChosenPictureProps) {
  const [text, setText] = useState(picture?.alt ?? '');
  const [isDecoration, setDecoration] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function use(event: FormEvent) {
    event.preventDefault();
    if (picture === null) return;
    const alt = isDecoration ? '' : text.trim();
    if (alt === '' && !isDecoration) {
      setProblem('Say what the picture shows, or mark it as decoration.');
      field.current?.focus();
      return;
    }
    // A picture that has a description keeps it: this one may be about this place alone.
    if (alt !== '' && picture.alt === '') void describePicture(picture.id, alt);
    onUse({ ...picture, alt });
  }

  return (
    <form onSubmit={use} noValidate className="border-line border-t bg-surface p-4 md:px-6">
      {picture === null ? null : (
        <div className="mb-3 flex items-start gap-4">
          <div className="size-20 shrink-0 overflow-hidden rounded-md border border-line max-sm:hidden">
            <Thumbnail picture={picture} />
          </div>
          <div className="min-w-0 flex-1">
            <TextField
              ref={field}
              label="Alternative text"
              placeholder="What the picture shows, for those who cannot see it"
              maxLength={MAX_ALT_LENGTH}
              disabled={isDecoration}
              value={text}
              error={problem}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(undefined);
              }}
            />
            <label className="mt-1 flex min-h-11 w-fit cursor-pointer items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                className="size-5 accent-teal"
                checked={isDecoration}
                onChange={(event) => {
                  setDecoration(event.target.checked);
                  setProblem(undefined);
                }}
              />
              Decoration: says nothing that the text does not
            </label>
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="min-w-0 flex-1 truncate text-muted text-sm">
          {picture === null ? 'No picture chosen yet' : `Chosen: ${pictureName(picture)}`}
        </p>
        <Button type="submit" disabled={picture === null}>
          {action}
        </Button>
      </div>
    </form>
  );
}

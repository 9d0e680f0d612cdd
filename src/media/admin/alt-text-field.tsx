import { type KeyboardEvent, useState } from 'react';
import { caller } from '../../admin/caller.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { useConfirmClose } from '../../admin/use-unsaved-changes.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextArea } from '../../ui/field.tsx';
import type { media } from '../api/media.ts';
import type { Picture } from '../library.ts';
import { PICTURE_LIMITS } from '../picture-url.ts';

const api = caller<typeof media>();

type AltTextFieldProps = { picture: Picture; onSaved: (picture: Picture) => void };

/** The alternative text of a picture, saved when the field is left or on Enter. */
export function AltTextField({ picture, onSaved }: AltTextFieldProps) {
  const [text, setText] = useState(picture.alt);
  const [isSaved, setSaved] = useState(false);
  const { failure, submit, clear } = useSubmit();

  useConfirmClose(text.trim() !== picture.alt);

  async function save() {
    const alt = text.trim();
    if (alt === picture.alt) return;
    const answer = await submit(
      () => api('PATCH', '/admin/media/:id', { param: { id: picture.id }, json: { alt } }),
      'Not saved. Please try again.',
    );
    if (!answer.ok) return;
    setSaved(true);
    onSaved(answer.value.picture);
  }

  function saveOnEnter(event: KeyboardEvent) {
    // Within an input method, Enter confirms the composition.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save();
  }

  // Text typed during the save is not saved yet.
  const isUpToDate = isSaved && text.trim() === picture.alt;
  return (
    <TextArea
      label="Alternative text"
      rows={2}
      maxLength={PICTURE_LIMITS.alt}
      className="field-sizing-content max-h-36 min-h-16 resize-none text-sm"
      value={text}
      error={failure ?? undefined}
      hint={
        <span role="status" className="block min-h-6 text-xs">
          {isUpToDate ? 'Saved' : null}
          {isUpToDate || picture.alt !== '' ? null : (
            <Badge tone="amber">No alternative text</Badge>
          )}
        </span>
      }
      onChange={(event) => {
        setText(event.target.value);
        setSaved(false);
        clear();
      }}
      onKeyDown={saveOnEnter}
      onBlur={() => void save()}
    />
  );
}

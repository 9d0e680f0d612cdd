import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../../admin/dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { LIMITS, tagKey } from '../../post.ts';
import type { AdminPostSummary } from '../../reading.ts';
import { splitTags } from '../tags/new-tags.ts';
import { useKnownTags } from '../tags/use-known-tags.ts';
import { countOf, tagsOf } from './bulk-messages.ts';

type TagDialogProps = {
  kind: 'add-tag' | 'remove-tag';
  selected: readonly AdminPostSummary[];
  onChosen: (tag: string) => void;
  onClose: () => void;
};

/** Asks which tag to add to the selected posts, or to remove from them. */
export function TagDialog({ kind, selected, onChosen, onClose }: TagDialogProps) {
  const list = useId();
  const known = useKnownTags();
  const carried = tagsOf(selected);
  const [tag, setTag] = useState(kind === 'add-tag' ? '' : (carried[0]?.tag ?? ''));
  const [error, setError] = useState<string>();
  const isAdding = kind === 'add-tag';

  function submit(event: FormEvent) {
    event.preventDefault();
    const [entered = '', ...others] = isAdding ? splitTags(tag) : [tag];
    if (others.length > 0) setError('One tag at a time.');
    else if (entered !== '') onChosen(isAdding ? inKnownSpelling(entered, known) : entered);
  }

  return (
    <Dialog
      title={`${isAdding ? 'Add a tag to' : 'Remove a tag from'} ${countOf(selected.length)}`}
      onCancel={onClose}
    >
      <form onSubmit={submit} className="mt-5 space-y-5">
        {isAdding ? (
          <>
            <TextField
              label="Tag"
              value={tag}
              maxLength={LIMITS.tag}
              list={list}
              error={error}
              autoComplete="off"
              required
              onChange={({ target }) => {
                setTag(target.value);
                setError(undefined);
              }}
            />
            <datalist id={list}>
              {known.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          </>
        ) : (
          <SelectField label="Tag" value={tag} onChange={({ target }) => setTag(target.value)}>
            {carried.map(({ tag: each, count }) => (
              <option key={each} value={each}>
                {each} ({count} of {selected.length})
              </option>
            ))}
          </SelectField>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={tag.trim() === ''}>
            {isAdding ? 'Add tag' : 'Remove tag'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The spelling of other posts, if any has the tag. */
function inKnownSpelling(tag: string, known: readonly string[]): string {
  return known.find((other) => tagKey(other) === tagKey(tag)) ?? tag;
}

import { useState } from 'react';
import { AskingDialog } from '../../../admin/dialog.tsx';
import { RECORD_FIELDS, tidyReference } from '../../../science/references/editing.ts';
import { MAX_KEY, toKey } from '../../../science/references/keys.ts';
import {
  REFERENCE_LIMITS,
  REFERENCE_TYPES,
  type Reference,
} from '../../../science/references/reference.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';

const NEW: Reference = { title: '', url: '', description: '', type: 'article' };

type ReferenceDialogProps = {
  reference: Reference | undefined;
  others: readonly Reference[];
  onSave: (reference: Reference) => void;
  onCancel: () => void;
};

/** What is known of a reference, typed by hand. Without a URL it cannot be added (specification section 5). */
export function ReferenceDialog({ reference, others, onSave, onCancel }: ReferenceDialogProps) {
  const [start] = useState(reference ?? NEW);
  const [typed, setTyped] = useState(start);
  const { url, type, key = '' } = typed;
  const isTaken = others.some((other) => other.key !== undefined && other.key === toKey(key));
  const text = (label: string, field: 'title' | 'url' | 'description') => ({
    label,
    value: typed[field],
    maxLength: REFERENCE_LIMITS[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [field]: target.value }),
  });

  return (
    <AskingDialog
      title={reference === undefined ? 'New reference' : 'Edit reference'}
      width="wide"
      action={reference === undefined ? 'Add Reference' : 'Apply changes'}
      isDisabled={url.trim() === '' || isTaken}
      onSubmit={() => onSave(tidyReference(typed))}
      isFilledIn={typed !== start}
      onCancel={onCancel}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...text('Title', 'title')} />
        <TextField {...text('URL', 'url')} inputMode="url" />
        <TextField {...text('Description', 'description')} />
        <SelectField
          label="Type"
          value={type}
          onChange={({ target }) => setTyped({ ...typed, type: target.value as Reference['type'] })}
        >
          {REFERENCE_TYPES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
        <TextField
          label="Key"
          hint="Used in the text to cite it: [@key]"
          error={isTaken ? 'Another reference already has this key.' : undefined}
          value={key}
          maxLength={MAX_KEY}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped({ ...typed, key: target.value })}
        />
        {RECORD_FIELDS.map(({ name, hint, read, write }) => (
          // Uncontrolled: a semicolon that is no name yet waits for the next one.
          <TextField
            key={name}
            label={name}
            hint={hint}
            defaultValue={read(start)}
            maxLength={1000}
            onChange={({ target }) => setTyped(write(typed, target.value))}
          />
        ))}
      </div>
    </AskingDialog>
  );
}

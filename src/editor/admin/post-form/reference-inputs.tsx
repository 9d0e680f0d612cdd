import type { KeyboardEvent, Ref } from 'react';
import { RECORD_FIELDS, tidyReference } from '../../../science/references/editing.ts';
import { MAX_KEY } from '../../../science/references/keys.ts';
import {
  REFERENCE_LIMITS,
  REFERENCE_TYPES,
  type Reference,
} from '../../../science/references/reference.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';

type ReferenceInputsProps = {
  reference: Reference;
  /** The number of a listed reference, from 1; undefined for a new one. */
  number?: number;
  /** The other references of the post. */
  others: readonly Reference[];
  urlInput?: Ref<HTMLInputElement>;
  onChange: (reference: Reference) => void;
  onEnter: () => void;
};

/** What is known of a reference; of a listed one also what its record says beside the title. */
export function ReferenceInputs(props: ReferenceInputsProps) {
  const { reference, number, others, urlInput, onChange, onEnter } = props;
  const { key = '' } = reference;
  const isTaken = key !== '' && others.some((other) => other.key === key);
  const label = (name: string) =>
    number === undefined ? `Reference ${name}` : `${name} of reference ${number}`;

  function withKey(typed: string): Reference {
    const { key: _, ...others } = reference;
    return typed === '' ? others : { ...others, key: typed };
  }

  function normalize() {
    const tidy = tidyReference(reference);
    if (tidy.url !== reference.url || tidy.key !== reference.key) onChange(tidy);
  }

  function onKeyDown(event: KeyboardEvent) {
    // Within an input method, Enter confirms the composition.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    normalize();
    onEnter();
  }

  const text = (name: string, field: 'title' | 'url' | 'description') => ({
    label: label(name),
    value: reference[field],
    maxLength: REFERENCE_LIMITS[field],
    onKeyDown,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...reference, [field]: target.value }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...text('Title', 'title')} />
      <TextField {...text('URL', 'url')} ref={urlInput} inputMode="url" onBlur={normalize} />
      <TextField {...text('Description', 'description')} />
      <SelectField
        label={label('Type')}
        value={reference.type}
        onChange={({ target }) =>
          onChange({ ...reference, type: target.value as Reference['type'] })
        }
      >
        {REFERENCE_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <TextField
        label={label('Key')}
        hint="Used in the text to cite it: [@key]"
        error={isTaken ? 'Another reference already has this key.' : undefined}
        value={key}
        maxLength={MAX_KEY}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onChange={({ target }) => onChange(withKey(target.value))}
        onBlur={normalize}
      />
      {number === undefined
        ? null
        : RECORD_FIELDS.map(({ name, hint, read, write }) => (
            // Uncontrolled: a semicolon that is no name yet waits for the next one.
            <TextField
              key={name}
              label={label(name)}
              hint={hint}
              defaultValue={read(reference)}
              maxLength={1000}
              onKeyDown={onKeyDown}
              onChange={({ target }) => onChange(write(reference, target.value))}
            />
          ))}
    </div>
  );
}

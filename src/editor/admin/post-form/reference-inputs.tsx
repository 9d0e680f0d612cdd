import { type KeyboardEvent, type Ref, useState } from 'react';
import { MAX_KEY, toKey } from '../../../science/references/keys.ts';
import {
  REFERENCE_LIMITS,
  REFERENCE_TYPES,
  type Reference,
  referenceUrl,
} from '../../../science/references/reference.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { RECORD_FIELDS, type RecordField } from './reference-records.ts';
import { withKey } from './use-post-values.ts';

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

  function normalize() {
    const url = referenceUrl(reference.url);
    const citable = toKey(key);
    if (url !== reference.url || citable !== key) onChange(withKey({ ...reference, url }, citable));
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
        onChange={({ target }) => onChange(withKey(reference, target.value))}
        onBlur={normalize}
      />
      {number === undefined
        ? null
        : RECORD_FIELDS.map((field) => (
            <RecordInput
              key={field.name}
              label={label(field.name)}
              {...{ field, reference, onChange, onKeyDown }}
            />
          ))}
    </div>
  );
}

type RecordInputProps = Pick<ReferenceInputsProps, 'reference' | 'onChange'> & {
  label: string;
  field: RecordField;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** What is being typed stays as it is typed while the record says the same: a semicolon waits for the next name. */
function RecordInput({ label, field, reference, onChange, onKeyDown }: RecordInputProps) {
  const { read, write, hint } = field;
  const recorded = read(reference);
  const [typed, setTyped] = useState(recorded);
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={read(write(reference, typed)) === recorded ? typed : recorded}
      maxLength={1000}
      onKeyDown={onKeyDown}
      onChange={({ target: { value } }) => {
        setTyped(value);
        onChange(write(reference, value));
      }}
    />
  );
}

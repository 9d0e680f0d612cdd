import { type KeyboardEvent, type Ref, useState } from 'react';
import { MAX_KEY, toKey } from '../../../science/references/keys.ts';
import {
  REFERENCE_LIMITS,
  REFERENCE_TYPES,
  type Reference,
  referenceUrl,
} from '../../../science/references/reference.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import {
  authorsText,
  TEXT_FIELDS,
  withAuthors,
  withText,
  withYear,
  yearText,
} from './csl-fields.ts';
import { withKey } from './typed-fields.ts';

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

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={label('Title')}
        value={reference.title}
        maxLength={REFERENCE_LIMITS.title}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange({ ...reference, title: event.target.value })}
      />
      <TextField
        ref={urlInput}
        label={label('URL')}
        inputMode="url"
        value={reference.url}
        maxLength={REFERENCE_LIMITS.url}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange({ ...reference, url: event.target.value })}
        onBlur={normalize}
      />
      <TextField
        label={label('Description')}
        value={reference.description}
        maxLength={REFERENCE_LIMITS.description}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange({ ...reference, description: event.target.value })}
      />
      <SelectField
        label={label('Type')}
        value={reference.type}
        onChange={(event) =>
          onChange({ ...reference, type: event.target.value as Reference['type'] })
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
        onChange={(event) => onChange(withKey(reference, event.target.value))}
        onBlur={normalize}
      />
      {number === undefined ? null : (
        <RecordInputs {...{ reference, label, onChange, onKeyDown }} />
      )}
    </div>
  );
}

type RecordInputsProps = Pick<ReferenceInputsProps, 'reference' | 'onChange'> & {
  label: (name: string) => string;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** What the list says of a work beside its title. */
function RecordInputs({ reference, label, onChange, onKeyDown }: RecordInputsProps) {
  return (
    <>
      <TypedField
        label={label('Authors')}
        hint="Family, Given; Family, Given; an organization without a comma"
        written={authorsText(reference)}
        change={(text) => withAuthors(reference, text)}
        read={authorsText}
        {...{ onChange, onKeyDown }}
      />
      <TypedField
        label={label('Year')}
        written={yearText(reference)}
        change={(text) => withYear(reference, text)}
        read={yearText}
        {...{ onChange, onKeyDown }}
      />
      {TEXT_FIELDS.map(({ variable, label: name }) => (
        <TextField
          key={variable}
          label={label(name)}
          value={reference.csl?.[variable] ?? ''}
          maxLength={MAX_FIELD}
          onKeyDown={onKeyDown}
          onChange={(event) => onChange(withText(reference, variable, event.target.value))}
        />
      ))}
    </>
  );
}

const MAX_FIELD = 1000;

type TypedFieldProps = {
  label: string;
  hint?: string;
  /** As the record has it. */
  written: string;
  change: (text: string) => Reference;
  read: (reference: Reference) => string;
  onChange: (reference: Reference) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** What is being typed stays as it is typed while the record says the same: a semicolon waits for the next name. */
function TypedField({ written, change, read, onChange, ...field }: TypedFieldProps) {
  const [typed, setTyped] = useState(written);
  const isSame = read(change(typed)) === written;
  return (
    <TextField
      {...field}
      value={isSame ? typed : written}
      maxLength={MAX_FIELD}
      onChange={({ target: { value } }) => {
        setTyped(value);
        onChange(change(value));
      }}
    />
  );
}

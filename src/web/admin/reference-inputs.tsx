import type { KeyboardEvent, Ref } from 'react';
import { LIMITS, REFERENCE_TYPES, type Reference, referenceUrl } from '../../domain/posts/post.ts';
import { SelectField, TextField } from '../ui/field.tsx';

type ReferenceInputsProps = {
  reference: Reference;
  /** The number of a listed reference, from 1; undefined for a new one. */
  number?: number;
  urlInput?: Ref<HTMLInputElement>;
  onChange: (reference: Reference) => void;
  onEnter: () => void;
};

export function ReferenceInputs(props: ReferenceInputsProps) {
  const { reference, number, urlInput, onChange, onEnter } = props;
  const label = (name: string) =>
    number === undefined ? `Reference ${name}` : `${name} of reference ${number}`;

  function normalizeUrl() {
    const url = referenceUrl(reference.url);
    if (url !== reference.url) onChange({ ...reference, url });
  }

  function onKeyDown(event: KeyboardEvent) {
    // Within an input method, Enter confirms the composition.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    normalizeUrl();
    onEnter();
  }

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={label('Title')}
        value={reference.title}
        maxLength={LIMITS.referenceTitle}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange({ ...reference, title: event.target.value })}
      />
      <TextField
        ref={urlInput}
        label={label('URL')}
        inputMode="url"
        value={reference.url}
        maxLength={LIMITS.url}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange({ ...reference, url: event.target.value })}
        onBlur={normalizeUrl}
      />
      <TextField
        label={label('Description')}
        value={reference.description}
        maxLength={LIMITS.referenceDescription}
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
    </div>
  );
}

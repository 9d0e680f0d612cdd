import { Plus, Trash2 } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { LIMITS, REFERENCE_TYPES, type Reference } from '../../domain/posts/post.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { LABELS } from './field-issues.ts';
import { NOTHING_TYPED } from './typed-fields.ts';

type ReferencesFieldProps = {
  references: readonly Reference[];
  /** What is typed for one more. */
  typed: Reference;
  hint?: ReactNode;
  onType: (typed: Reference) => void;
  onChange: (references: Reference[]) => void;
};

/** References in their order, and the inputs for one more. */
export function ReferencesField(props: ReferencesFieldProps) {
  const { references, typed, hint, onType, onChange } = props;
  const canAdd = typed.url.trim() !== '';

  function add() {
    onChange([...references, { ...typed, url: typed.url.trim() }]);
    onType(NOTHING_TYPED.reference);
  }

  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canAdd) add();
  }

  return (
    <div>
      <ol aria-label={LABELS.references} className="mb-5 space-y-2 empty:hidden">
        {references.map((reference, position) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a reference is known by its position
            key={position}
            className="flex items-start justify-between gap-3 rounded-md border border-line bg-paper py-2 pr-1 pl-4"
          >
            <div className="min-w-0 py-1 text-sm">
              <p className="font-medium [overflow-wrap:anywhere]">
                {reference.title || reference.url}
              </p>
              <p className="text-muted text-xs [overflow-wrap:anywhere]">
                {reference.type} · {reference.url}
              </p>
              {reference.description === '' ? null : (
                <p className="mt-1 text-muted">{reference.description}</p>
              )}
            </div>
            <button
              type="button"
              aria-label={`Remove reference ${position + 1}`}
              onClick={() => onChange(references.filter((_, other) => other !== position))}
              className="icon-button shrink-0"
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ol>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Reference Title"
          value={typed.title}
          maxLength={LIMITS.referenceTitle}
          onKeyDown={addOnEnter}
          onChange={(event) => onType({ ...typed, title: event.target.value })}
        />
        <TextField
          label="Reference URL"
          inputMode="url"
          value={typed.url}
          maxLength={LIMITS.url}
          onKeyDown={addOnEnter}
          onChange={(event) => onType({ ...typed, url: event.target.value })}
        />
        <TextField
          label="Reference Description"
          value={typed.description}
          maxLength={LIMITS.referenceDescription}
          onKeyDown={addOnEnter}
          onChange={(event) => onType({ ...typed, description: event.target.value })}
        />
        <SelectField
          label="Reference Type"
          value={typed.type}
          onChange={(event) => onType({ ...typed, type: event.target.value as Reference['type'] })}
        >
          {REFERENCE_TYPES.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
      </div>
      <Button look="secondary" className="mt-4" disabled={!canAdd} onClick={add}>
        <Plus aria-hidden className="size-4" />
        Add Reference
      </Button>
      {hint}
    </div>
  );
}

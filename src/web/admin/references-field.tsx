import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Reference } from '../../domain/posts/post.ts';
import { Button } from '../ui/button.tsx';
import { ReferenceInputs } from './reference-inputs.tsx';
import { ReferenceList } from './reference-list.tsx';
import { NOTHING_TYPED, withReference } from './typed-fields.ts';

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

  const inputs = useRef<HTMLDivElement>(null);

  function add() {
    if (!canAdd) return;
    onChange(withReference(references, typed));
    onType(NOTHING_TYPED.reference);
  }

  function addByButton() {
    add();
    // The button is disabled until something is typed again.
    inputs.current?.querySelector('input')?.focus();
  }

  return (
    <div>
      <ReferenceList references={references} onChange={onChange} />
      <div ref={inputs}>
        <ReferenceInputs reference={typed} onChange={onType} onEnter={add} />
      </div>
      <Button look="secondary" className="mt-4" disabled={!canAdd} onClick={addByButton}>
        <Plus aria-hidden className="size-4" />
        Add Reference
      </Button>
      {hint}
    </div>
  );
}

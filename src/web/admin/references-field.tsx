import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Reference } from '../../domain/posts/post.ts';
import { Button } from '../ui/button.tsx';
import { ReferenceInputs } from './reference-inputs.tsx';
import { ReferenceList } from './reference-list.tsx';
import { NOTHING_TYPED, withReference } from './typed-fields.ts';

type ReferencesFieldProps = {
  references: readonly Reference[];
  /** The values of the new reference's inputs. */
  typed: Reference;
  hint?: ReactNode;
  onType: (typed: Reference) => void;
  onChange: (references: Reference[]) => void;
};

/** The list of references, and the inputs for a new one. */
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
    // The button, which had the focus, is disabled while the URL is empty.
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

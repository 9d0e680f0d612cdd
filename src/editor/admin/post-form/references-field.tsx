import { Plus } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import type { Reference } from '../../../science/references/reference.ts';
import { Button } from '../../../ui/button.tsx';
import { PasteReferences } from './paste-references.tsx';
import { ReferenceInputs } from './reference-inputs.tsx';
import { ReferenceList } from './reference-list.tsx';
import { NOTHING_TYPED, withReference } from './typed-fields.ts';

type ReferencesFieldProps = {
  references: readonly Reference[];
  /** The values of the new reference's inputs. */
  typed: Reference;
  hint?: ReactNode;
  /** What else is said of all of them. */
  children: ReactNode;
  /** Called with pasted references that are not read yet. */
  onUnread: (pasted: string) => void;
  /** Adds to the list as it is now. */
  onAdd: (add: (now: readonly Reference[]) => Reference[]) => void;
  onType: (typed: Reference) => void;
  onChange: (references: Reference[]) => void;
};

/** The list of references, and the inputs for new ones. Two columns on wide screens (`post-form.css`). */
export function ReferencesField(props: ReferencesFieldProps) {
  const { references, typed, hint, onUnread, onAdd, onType, onChange, children } = props;
  const canAdd = typed.url.trim() !== '';

  const inputs = useRef<HTMLDivElement>(null);
  const url = useRef<HTMLInputElement>(null);
  const needsId = useId();

  function add() {
    if (!canAdd) return;
    onChange(withReference(references, typed));
    onType(NOTHING_TYPED.reference);
  }

  function addByButton() {
    add();
    (canAdd ? inputs.current?.querySelector('input') : url.current)?.focus();
  }

  return (
    <div className="post-references" data-empty={references.length === 0 || undefined}>
      <div>
        <ReferenceList references={references} onChange={onChange} />
      </div>
      <div>
        <PasteReferences
          references={references}
          hint="BibTeX, RIS, CSL-JSON or DOIs, one or several."
          onUnread={onUnread}
          onAdd={onAdd}
          onUndo={onChange}
        />
        <div>
          <div ref={inputs}>
            <ReferenceInputs
              reference={typed}
              others={references}
              urlInput={url}
              onChange={onType}
              onEnter={add}
            />
          </div>
          <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button
              variant="secondary"
              aria-disabled={!canAdd || undefined}
              aria-describedby={canAdd ? undefined : needsId}
              onClick={addByButton}
            >
              <Plus aria-hidden className="size-4" />
              Add Reference
            </Button>
            <p id={needsId} hidden={canAdd} className="text-muted text-xs">
              Add a URL first.
            </p>
          </div>
          {hint}
        </div>
      </div>
      {children}
    </div>
  );
}

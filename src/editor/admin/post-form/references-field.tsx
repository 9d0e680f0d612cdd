import { Check, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { POST_FIELDS } from '../../../posts/fields.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { Button } from '../../../ui/button.tsx';
import type { ChangeReferences } from '../writing/citation-dialog.tsx';
import { PasteReferences } from './paste-references.tsx';
import { ReferenceInputs } from './reference-inputs.tsx';
import { addReferences, outcomeOf } from './reference-records.ts';
import { NOTHING_TYPED, withReference } from './use-post-values.ts';

type ReferencesFieldProps = {
  references: readonly Reference[];
  /** The values of the new reference's inputs. */
  typed: Reference;
  /** What else is said of all of them. */
  children: ReactNode;
  /** Called with pasted references that are not read yet. */
  onUnread: (pasted: string) => void;
  onType: (typed: Reference) => void;
  onChange: ChangeReferences;
};

/** The list of references, and the inputs for new ones: pasted, or typed by hand. */
export function ReferencesField(props: ReferencesFieldProps) {
  const { references, typed, onUnread, onType, onChange, children } = props;
  /** What was done to the list last, in words, and the lists before and after it. */
  const [done, setDone] = useState<
    Record<'before' | 'after', readonly Reference[]> & { message: string }
  >();
  const canAdd = typed.url.trim() !== '';
  const inputs = useRef<HTMLDivElement>(null);
  const url = useRef<HTMLInputElement>(null);
  const needsId = useId();
  /** What is shown at first; then the writer decides. */
  const [isTyping] = useState(typed.title + typed.url !== '');

  function add() {
    if (!canAdd) return;
    onChange((now) => withReference(now, typed));
    onType(NOTHING_TYPED.reference);
  }

  function remove(position: number) {
    const after = references.toSpliced(position, 1);
    setDone({ message: `Reference ${position + 1} was removed.`, before: references, after });
    onChange(() => after);
  }

  function addRead(read: readonly Reference[]) {
    onChange((before) => {
      const added = addReferences(before, read);
      setDone({ message: outcomeOf(added), before, after: added.references });
      return added.references;
    });
  }

  return (
    <>
      <div className="space-y-6">
        <ReferenceList references={references} onChange={onChange} onRemove={remove} />
        <div role="status" className="flex flex-wrap items-center gap-x-3 text-sm empty:hidden">
          {done !== undefined && done.after === references ? (
            <>
              {done.message}
              <Button variant="quiet" onClick={() => onChange(() => [...done.before])}>
                Undo
              </Button>
            </>
          ) : null}
        </div>
        <PasteReferences onUnread={onUnread} onRead={addRead} />
        {children}
      </div>
      <details open={isTyping}>
        <summary className="min-h-11 w-fit cursor-pointer content-center">Type it by hand</summary>
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
            onClick={() => {
              add();
              (canAdd ? inputs.current?.querySelector('input') : url.current)?.focus();
            }}
          >
            <Plus aria-hidden className="size-4" />
            Add Reference
          </Button>
          <p id={needsId} hidden={canAdd} className="text-muted text-xs">
            Add a URL first.
          </p>
        </div>
      </details>
    </>
  );
}

/** A DOI is known by its number. */
const DOI_RESOLVER = /^https?:\/\/(dx\.)?doi\.org\//;

type ReferenceListProps = Pick<ReferencesFieldProps, 'references' | 'onChange'> & {
  onRemove: (position: number) => void;
};

/** A post's references, which can be edited in place and removed. */
function ReferenceList({ references, onChange, onRemove }: ReferenceListProps) {
  const [edited, setEdited] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const urlInput = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (edited !== null) urlInput.current?.focus();
  }, [edited]);

  function close(position: number) {
    setEdited(null);
    list.current?.querySelectorAll<HTMLElement>('[aria-expanded]')[position]?.focus();
  }

  return (
    <ol ref={list} aria-label={POST_FIELDS.references.label} className="space-y-2 empty:hidden">
      {references.map((reference, position) => {
        const { title, url, type, key, description } = reference;
        const isEdited = edited === position;
        const Edit = isEdited ? Check : Pencil;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reference is known by its position
          <li key={position} className="rounded-md border border-line bg-paper px-4 py-2">
            <div className="flex flex-wrap items-center gap-x-3 py-1 text-sm">
              <p dir="auto" className="basis-full font-medium [overflow-wrap:anywhere]">
                {title || url}
              </p>
              <div className="min-w-0 grow basis-36 text-muted text-xs [overflow-wrap:anywhere]">
                <p className="flex flex-wrap gap-x-3">
                  <span>{type}</span>{' '}
                  {key === undefined ? null : <span className="font-mono">@{key}</span>}
                </p>
                <p>{url.replace(DOI_RESOLVER, '')}</p>
              </div>
              <div className="-mr-3 ml-auto flex shrink-0">
                <button
                  type="button"
                  aria-label={`Edit reference ${position + 1}`}
                  title={`Edit reference ${position + 1}`}
                  aria-expanded={isEdited}
                  onClick={() => (isEdited ? close(position) : setEdited(position))}
                  className="icon-button"
                >
                  <Edit aria-hidden className="size-4" />
                </button>
                <button
                  type="button"
                  aria-label={`Remove reference ${position + 1}`}
                  title={`Remove reference ${position + 1}`}
                  onClick={() => {
                    setEdited(null);
                    onRemove(position);
                  }}
                  className="icon-button"
                >
                  <Trash2 aria-hidden className="size-4" />
                </button>
              </div>
              <p dir="auto" className="basis-full text-muted empty:hidden">
                {description}
              </p>
            </div>
            {isEdited ? (
              <div className="mt-3 mb-2">
                <ReferenceInputs
                  reference={reference}
                  number={position + 1}
                  others={references.toSpliced(position, 1)}
                  urlInput={urlInput}
                  onChange={(changed) => onChange((now) => now.with(position, changed))}
                  onEnter={() => close(position)}
                />
              </div>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

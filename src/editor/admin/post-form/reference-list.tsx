import { ArrowDown, ArrowUp, Check, Copy, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { copyText } from '../../../admin/copy-text.ts';
import { FIELD_LABELS } from '../../../admin/field-labels.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { Button } from '../../../ui/button.tsx';
import { ReferenceInputs } from './reference-inputs.tsx';

type ReferenceListProps = {
  references: readonly Reference[];
  onChange: (references: Reference[]) => void;
};

/** A post's references, which can be edited in place, moved and removed. */
export function ReferenceList({ references, onChange }: ReferenceListProps) {
  const [edited, setEdited] = useState<number | null>(null);
  const [notice, setNotice] = useState('');
  /** The lists before and after the last removal. */
  const [removal, setRemoval] = useState<Record<'before' | 'after', readonly Reference[]> | null>(
    null,
  );
  const list = useRef<HTMLOListElement>(null);
  const urlInput = useRef<HTMLInputElement>(null);
  /** The label of the button to focus after the next rendering. */
  const next = useRef<string | null>(null);

  // In a layout effect, before `use-focus-recovery.ts` recovers the focus.
  useLayoutEffect(() => {
    if (next.current === null) return;
    list.current?.querySelector<HTMLElement>(`[aria-label="${next.current}"]`)?.focus();
    next.current = null;
  });
  useLayoutEffect(() => {
    if (edited !== null) urlInput.current?.focus();
  }, [edited]);

  function move(from: number, to: number) {
    const moved = references[from];
    if (moved === undefined || references[to] === undefined) return;
    onChange(references.with(from, references[to]).with(to, moved));
    if (edited === from) setEdited(to);
    else if (edited === to) setEdited(from);
    setNotice(`${moved.title || moved.url} is now reference ${to + 1} of ${references.length}.`);
    next.current = nameOf(to < from ? 'Move up' : 'Move down', to);
  }

  function close(position: number) {
    setEdited(null);
    next.current = nameOf('Edit', position);
  }

  function remove(position: number) {
    const after = references.filter((_, other) => other !== position);
    setRemoval({ before: references, after });
    onChange(after);
    if (edited === position) setEdited(null);
    else if (edited !== null && edited > position) setEdited(edited - 1);
    setNotice(`Reference ${position + 1} was removed.`);
  }

  async function copy(key: string) {
    if (await copyText(`[@${key}]`)) setNotice(`Copied: [@${key}]`);
  }

  return (
    <>
      <ol ref={list} aria-label={FIELD_LABELS.references} className="space-y-2 empty:hidden">
        {references.map((reference, position) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a reference is known by its position
            key={position}
            className="rounded-md border border-line bg-paper px-4 py-2"
          >
            <div className="flex flex-wrap items-center gap-x-3 py-1 text-sm">
              <p dir="auto" className="basis-full font-medium [overflow-wrap:anywhere]">
                {reference.title || reference.url}
              </p>
              <Identity reference={reference} />
              <div className="-mr-3 ml-auto flex shrink-0 max-sm:order-last">
                {reference.key === undefined ? null : (
                  <RowButton
                    name={`Copy [@${reference.key}]`}
                    onClick={() => void copy(reference.key ?? '')}
                  >
                    {notice === `Copied: [@${reference.key}]` ? (
                      <Check aria-hidden className="size-4" />
                    ) : (
                      <Copy aria-hidden className="size-4" />
                    )}
                  </RowButton>
                )}
                <RowButton
                  name={nameOf('Move up', position)}
                  isIdle={position === 0}
                  onClick={() => move(position, position - 1)}
                >
                  <ArrowUp aria-hidden className="size-4" />
                </RowButton>
                <RowButton
                  name={nameOf('Move down', position)}
                  isIdle={position === references.length - 1}
                  onClick={() => move(position, position + 1)}
                >
                  <ArrowDown aria-hidden className="size-4" />
                </RowButton>
                <RowButton
                  name={nameOf('Edit', position)}
                  isExpanded={edited === position}
                  onClick={() => (edited === position ? close(position) : setEdited(position))}
                >
                  {edited === position ? (
                    <Check aria-hidden className="size-4" />
                  ) : (
                    <Pencil aria-hidden className="size-4" />
                  )}
                </RowButton>
                <RowButton name={nameOf('Remove', position)} onClick={() => remove(position)}>
                  <Trash2 aria-hidden className="size-4" />
                </RowButton>
              </div>
              <p dir="auto" className="basis-full text-muted empty:hidden">
                {reference.description}
              </p>
            </div>
            {edited === position ? (
              <div className="mt-3 mb-2">
                <ReferenceInputs
                  reference={reference}
                  number={position + 1}
                  others={references.toSpliced(position, 1)}
                  urlInput={urlInput}
                  onChange={(changed) => onChange(references.with(position, changed))}
                  onEnter={() => close(position)}
                />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {removal !== null && removal.after === references ? (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 text-sm">
          {notice}
          <Button variant="quiet" onClick={() => onChange([...removal.before])}>
            Undo
          </Button>
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {notice}
      </p>
    </>
  );
}

/** A DOI is known by its number. */
const DOI_RESOLVER = /^https?:\/\/(dx\.)?doi\.org\//;

/** The type, key and URL, beside the buttons where there is room. */
function Identity({ reference: { type, key, url } }: { reference: Reference }) {
  return (
    <div className="min-w-0 grow basis-36 text-muted text-xs [overflow-wrap:anywhere]">
      <p className="flex flex-wrap gap-x-3">
        <span>{type}</span> {key === undefined ? null : <span className="font-mono">@{key}</span>}
      </p>
      <p>{url.replace(DOI_RESOLVER, '')}</p>
    </div>
  );
}

type RowButtonProps = {
  name: string;
  /** Disabled, but focusable. */
  isIdle?: boolean;
  isExpanded?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function RowButton({ name, isIdle = false, isExpanded, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-disabled={isIdle}
      aria-expanded={isExpanded}
      onClick={() => {
        if (!isIdle) onClick();
      }}
      className="icon-button aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      {children}
    </button>
  );
}

type Action = 'Move up' | 'Move down' | 'Edit' | 'Remove';

function nameOf(action: Action, position: number): string {
  const [verb, direction] = action.split(' ');
  return [verb, 'reference', position + 1, direction].filter(Boolean).join(' ');
}

import { ClipboardPaste, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { showLine } from '../../../admin/caret-view.ts';
import { ChoiceField } from '../../../admin/choice-field.tsx';
import { AskingDialog } from '../../../admin/dialog.tsx';
import { IconButton } from '../../../admin/icon-button.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { POST_FIELDS } from '../../../posts/fields.ts';
import type { references as referencesApi } from '../../../science/references/api/references.ts';
import {
  addReferences,
  RECORD_FIELDS,
  tidyReference,
} from '../../../science/references/editing.ts';
import { MAX_KEY, toKey } from '../../../science/references/keys.ts';
import type { Refusal } from '../../../science/references/read-record.ts';
import {
  REFERENCE_LIMITS,
  REFERENCE_TYPES,
  type Reference,
} from '../../../science/references/reference.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';

export type ChangeReferences = (change: (now: readonly Reference[]) => Reference[]) => void;

const DOI_RESOLVER = /^https?:\/\/(dx\.)?doi\.org\//;

type ReferencesFieldProps = {
  references: readonly Reference[];
  children: ReactNode;
  onChange: ChangeReferences;
};

export function ReferencesField({ references, children, onChange }: ReferencesFieldProps) {
  const [done, setDone] = useState<
    Record<'before' | 'after', readonly Reference[]> & { message: string }
  >();
  /** The position of the reference that is edited, behind the last for a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  const [isPasting, setPasting] = useState(false);

  function remove(position: number) {
    const after = references.toSpliced(position, 1);
    setDone({ message: `Reference ${position + 1} was removed.`, before: references, after });
    onChange(() => after);
  }

  function addRead(read: readonly Reference[]) {
    onChange((before) => {
      const added = addReferences(before, read);
      setDone({ message: added.outcome, before, after: added.references });
      return added.references;
    });
  }

  return (
    <div className="space-y-6">
      <ol aria-label={POST_FIELDS.references.label} className="space-y-2 empty:hidden">
        {references.map(({ title, url, type, key, description }, position) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a reference is known by its position
            key={position}
            className="flex flex-wrap items-center gap-x-3 rounded-md border border-line bg-paper px-4 py-3 text-sm"
          >
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
              <IconButton
                label={`Edit reference ${position + 1}`}
                icon={Pencil}
                onClick={() => setEdited(position)}
              />
              <IconButton
                label={`Remove reference ${position + 1}`}
                icon={Trash2}
                onClick={() => remove(position)}
              />
            </div>
            <p dir="auto" className="basis-full text-muted empty:hidden">
              {description}
            </p>
          </li>
        ))}
      </ol>
      <div role="status" className="flex flex-wrap items-center gap-x-3 text-sm empty:hidden">
        {done?.after === references ? (
          <>
            {done.message}
            <Button variant="quiet" onClick={() => onChange(() => [...done.before])}>
              Undo
            </Button>
          </>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setPasting(true)}>
          <ClipboardPaste aria-hidden className="size-4" />
          Paste references
        </Button>
        <Button variant="secondary" onClick={() => setEdited(references.length)}>
          <Plus aria-hidden className="size-4" />
          Type it by hand
        </Button>
      </div>
      {children}
      {isPasting ? <PasteDialog onRead={addRead} onClose={() => setPasting(false)} /> : null}
      {edited === null ? null : (
        <ReferenceDialog
          reference={references[edited]}
          others={references.toSpliced(edited, 1)}
          onSave={(reference) => {
            setEdited(null);
            onChange((now) => now.toSpliced(edited, 1, reference));
          }}
          onCancel={() => setEdited(null)}
        />
      )}
    </div>
  );
}

export function readReferences(text: string) {
  return caller<typeof referencesApi>()('POST', '/admin/references/read', { json: { text } });
}

type PasteDialogProps = { onRead: (read: readonly Reference[]) => void; onClose: () => void };

/** It stays to say what was refused. */
function PasteDialog({ onRead, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const [notes, setNotes] = useState<Refusal[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const { isBusy, failure, submit } = useSubmit();

  async function read(pasted: string) {
    if (pasted.trim() === '' || isBusy) return;
    const answer = await submit(
      () => readReferences(pasted),
      'The references could not be read. Please try again.',
    );
    if (!answer.ok) return;
    const { value } = answer;
    onRead(value.references);
    setRefusals(value.refusals);
    setNotes(value.notes);
    // What was refused stays to be corrected; what was read is known when it is read again.
    setText(value.refusals.length === 0 ? '' : pasted);
    if (value.refusals.length + value.notes.length === 0) onClose();
  }

  return (
    <AskingDialog
      title="Paste references"
      action={isBusy ? 'Reading…' : 'Read references'}
      isDisabled={text.trim() === '' || isBusy}
      isFilledIn={text.trim() !== '' && refusals.length === 0}
      onSubmit={() => void read(text)}
      onCancel={onClose}
    >
      <TextArea
        ref={field}
        label="BibTeX, RIS, CSL-JSON or DOIs, one or several"
        rows={8}
        spellCheck={false}
        autoCapitalize="none"
        className="font-mono text-sm"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPaste={({ currentTarget }) => {
          // Once the field has the pasted text.
          setTimeout(() => void read(currentTarget.value));
        }}
      />
      <div role="status" className="mt-3 space-y-1 text-amber text-sm empty:hidden">
        {notes.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </div>
      <div role="alert" className="mt-3 space-y-1 text-danger text-sm empty:hidden">
        {failure}
        {refusals.map(({ line, message }, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same
            key={index}
            type="button"
            onClick={() => field.current && showLine(field.current, line)}
            className="block min-h-6 cursor-pointer text-start underline underline-offset-4 [overflow-wrap:anywhere]"
          >
            {message}
          </button>
        ))}
      </div>
    </AskingDialog>
  );
}

const NEW: Reference = { title: '', url: '', description: '', type: 'article' };

type ReferenceDialogProps = {
  reference: Reference | undefined;
  others: readonly Reference[];
  onSave: (reference: Reference) => void;
  onCancel: () => void;
};

/** What is known of a reference, typed by hand. Without a URL it cannot be added (specification section 5). */
function ReferenceDialog({ reference, others, onSave, onCancel }: ReferenceDialogProps) {
  const [start] = useState(reference ?? NEW);
  const [typed, setTyped] = useState(start);
  const { url, type, key = '' } = typed;
  const isTaken = others.some((other) => other.key !== undefined && other.key === toKey(key));
  const text = (label: string, field: 'title' | 'url' | 'description') => ({
    label,
    value: typed[field],
    maxLength: REFERENCE_LIMITS[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [field]: target.value }),
  });

  return (
    <AskingDialog
      title={reference === undefined ? 'New reference' : 'Edit reference'}
      width="wide"
      action={reference === undefined ? 'Add Reference' : 'Apply changes'}
      isDisabled={url.trim() === '' || isTaken}
      onSubmit={() => onSave(tidyReference(typed))}
      isFilledIn={typed !== start}
      onCancel={onCancel}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...text('Title', 'title')} />
        <TextField {...text('URL', 'url')} inputMode="url" />
        <TextField {...text('Description', 'description')} />
        <ChoiceField
          label="Type"
          value={type}
          onChange={({ target }) => setTyped({ ...typed, type: target.value as Reference['type'] })}
          choices={REFERENCE_TYPES}
        />
        <TextField
          label="Key"
          hint="Used in the text to cite it: [@key]"
          error={isTaken ? 'Another reference already has this key.' : undefined}
          value={key}
          maxLength={MAX_KEY}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped({ ...typed, key: target.value })}
        />
        {RECORD_FIELDS.map(({ name, hint, read, write }) => (
          // Uncontrolled: a semicolon that is no name yet waits for the next one.
          <TextField
            key={name}
            label={name}
            hint={hint}
            defaultValue={read(start)}
            maxLength={1000}
            onChange={({ target }) => setTyped(write(typed, target.value))}
          />
        ))}
      </div>
    </AskingDialog>
  );
}

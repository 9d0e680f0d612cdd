import { useRef, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { showLine } from '../../../admin/caret-view.ts';
import { AskingDialog } from '../../../admin/dialog.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import type { references as referencesApi } from '../../../science/references/api/references.ts';
import type { Refusal } from '../../../science/references/read-record.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { TextArea } from '../../../ui/field.tsx';

export function readReferences(text: string) {
  return caller<typeof referencesApi>()('POST', '/admin/references/read', { json: { text } });
}

type PasteDialogProps = { onRead: (read: readonly Reference[]) => void; onClose: () => void };

/** It stays to say what was refused. */
export function PasteDialog({ onRead, onClose }: PasteDialogProps) {
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

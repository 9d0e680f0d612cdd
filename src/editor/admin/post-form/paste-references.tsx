import { useRef, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { showLine } from '../../../admin/caret-view.ts';
import { NoticeBox } from '../../../admin/notice-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import type { references as referencesApi } from '../../../science/references/api/references.ts';
import { MAX_PASTED, type Refusal } from '../../../science/references/read-record.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';

type PasteReferencesProps = {
  /** Called with what is pasted and not read yet: a save would lose it. */
  onUnread: (text: string) => void;
  onRead: (read: readonly Reference[]) => void;
};

/** Reads references that other programs have written. */
export function readReferences(text: string) {
  return caller<typeof referencesApi>()('POST', '/admin/references/read', { json: { text } });
}

/** Adds references that other programs have written, as they are pasted. */
export function PasteReferences({ onUnread, onRead }: PasteReferencesProps) {
  const [text, setText] = useState('');
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const [notes, setNotes] = useState<Refusal[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const { isBusy, failure, submit } = useSubmit();
  const isTooLong = text.length > MAX_PASTED;

  async function read(pasted: string) {
    if (pasted.trim() === '' || pasted.length > MAX_PASTED || isBusy) return;
    setRefusals([]);
    setNotes([]);
    const answer = await submit(
      () => readReferences(pasted),
      'The references could not be read. Please try again.',
    );
    if (!answer.ok) return;
    onRead(answer.value.references);
    setRefusals(answer.value.refusals);
    setNotes(answer.value.notes);
    // What was refused stays to be corrected; what was read is known when it is read again.
    setText(answer.value.refusals.length === 0 ? '' : pasted);
    onUnread('');
  }

  return (
    <div>
      <TextArea
        ref={field}
        label="Paste references"
        hint="BibTeX, RIS, CSL-JSON or DOIs, one or several."
        rows={3}
        error={
          isTooLong
            ? `This is ${text.length.toLocaleString('en')} characters long; at most ${MAX_PASTED.toLocaleString('en')} can be read at once.`
            : undefined
        }
        spellCheck={false}
        autoCapitalize="none"
        className="font-mono text-sm"
        value={text}
        readOnly={isBusy}
        onChange={({ target }) => {
          setText(target.value);
          onUnread(target.value);
        }}
        onPaste={({ currentTarget }) => {
          // Once the field has the pasted text.
          setTimeout(() => void read(currentTarget.value));
        }}
      />
      <Button
        variant="secondary"
        className="mt-3"
        disabled={text.trim() === '' || isTooLong || isBusy}
        onClick={() => void read(text)}
      >
        {isBusy ? 'Reading…' : 'Read references'}
      </Button>
      <div className="mt-3 space-y-3 text-sm [overflow-wrap:anywhere] empty:hidden">
        {notes.length === 0 ? null : (
          <NoticeBox role="status">
            <ul className="max-h-40 space-y-1 overflow-y-auto">
              {notes.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </NoticeBox>
        )}
        {failure === null && refusals.length === 0 ? null : (
          <div role="alert" className="max-h-60 space-y-1 overflow-y-auto text-danger">
            {failure}
            {refusals.map(({ line, message }, index) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same
                key={index}
                type="button"
                onClick={() => field.current && showLine(field.current, line)}
                className="block min-h-6 cursor-pointer text-start underline underline-offset-4"
              >
                {message}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

import { useState } from 'react';
import { caller } from '../../admin/caller.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { isSave, useShortcut } from '../../admin/use-shortcut.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { useUnsavedChanges } from '../../admin/use-unsaved-changes.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import type { inquiries } from '../api/inquiries.ts';
import type { Inquiry } from '../inbox.ts';

const api = caller<typeof inquiries>();

const MAX_NOTE_LENGTH = 10_000;

type NoteProps = { inquiry: Inquiry; onSaved: (inquiry: Inquiry) => void };

/** The administrators' note about an inquiry. Of two who write it at once, the second sees both texts and saves again. */
export function Note({ inquiry, onSaved }: NoteProps) {
  const [text, setText] = useState(inquiry.note);
  const [saved, setSaved] = useState(inquiry);
  const [notice, setNotice] = useState('');
  const { isBusy, failure, submit } = useSubmit();
  useUnsavedChanges(text !== saved.note);
  useShortcut(isSave, () => void save());

  async function save(): Promise<void> {
    if (isBusy) return;
    const json = { note: text, noteVersion: saved.noteVersion };
    const answer = await submit(
      () => api('PATCH', '/admin/inquiries/:id', { param: { id: inquiry.id }, json }),
      'Failed to save the note. Please try again.',
    );
    setNotice(answer.ok ? 'Saved' : '');
    if (answer.ok) {
      setSaved(answer.value);
      onSaved(answer.value);
    } else if (answer.failure.kind === 'rejected' && answer.failure.current) {
      const theirs = answer.failure.current as Inquiry;
      setSaved(theirs);
      setText((mine) => `${theirs.note}\n\n${mine}`.trim());
      setNotice('It holds both texts now.');
    }
  }

  return (
    <>
      <TextArea
        label="Note"
        hint="Only administrators can see it."
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setNotice('');
        }}
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" onClick={() => void save()}>
          Save note
        </Button>
        <p role="status" className="text-sm text-teal">
          {notice}
        </p>
      </div>
      {failure && <ErrorBox className="mt-4">{failure}</ErrorBox>}
    </>
  );
}

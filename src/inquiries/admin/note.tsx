import { useState } from 'react';
import type { ApiFailure } from '../../admin/api.ts';
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

function conflictIn(failure: ApiFailure | null): Inquiry | undefined {
  return failure?.kind === 'rejected' ? (failure.current as Inquiry | undefined) : undefined;
}

type NoteProps = { inquiry: Inquiry; onSaved: (inquiry: Inquiry) => void };

/** The administrators' note about an inquiry. Of two who write it at once, the second sees both texts and saves again. */
export function Note({ inquiry, onSaved }: NoteProps) {
  const [text, setText] = useState(inquiry.note);
  const [saved, setSaved] = useState(inquiry);
  const [notice, setNotice] = useState('');
  const { isBusy, failure, cause, submit } = useSubmit();
  useUnsavedChanges(text !== saved.note);
  useShortcut(isSave, () => void save());

  async function save(): Promise<void> {
    if (isBusy) return;
    setNotice('Saving…');
    const json = { note: text, noteVersion: saved.noteVersion };
    const answer = await submit(
      () => api('PATCH', '/admin/inquiries/:id', { param: { id: inquiry.id }, json }),
      'Failed to save the note. Please try again.',
    );
    setNotice(answer.ok ? 'Saved' : '');
    const current = answer.ok ? answer.value : conflictIn(answer.failure);
    if (current === undefined) return;
    setSaved(current);
    if (answer.ok) onSaved(current);
    else setText((mine) => `${current.note}\n\n${mine}`.trim());
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
      {failure && (
        <ErrorBox className="mt-4">
          {failure}
          {conflictIn(cause) === undefined ? '' : ' It holds both texts now.'}
        </ErrorBox>
      )}
    </>
  );
}

import { useState } from 'react';
import { type ApiFailure, failureMessage } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { isSave, useShortcut } from '../../admin/use-shortcut.ts';
import { useUnsavedChanges } from '../../admin/use-unsaved-changes.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import type { inquiries } from '../api/inquiries.ts';
import type { InquiryDetails } from '../inquiry-views.ts';

const api = caller<typeof inquiries>();

const MAX_NOTE_LENGTH = 10_000;

/** Reads from a rejected note the inquiry with the note that somebody else has saved; null for other failures. */
function conflictIn(failure: ApiFailure): InquiryDetails | null {
  const isConflict = failure.kind === 'rejected' && failure.status === 409;
  // The API's other conflicts carry posts.
  return (isConflict && (failure.current as InquiryDetails | undefined)) || null;
}

type NoteProps = { inquiry: InquiryDetails; onSaved: (inquiry: InquiryDetails) => void };

/** The administrators' note about an inquiry. Of two who write it at once, the second sees both texts and saves again. */
export function Note({ inquiry, onSaved }: NoteProps) {
  const [text, setText] = useState(inquiry.note);
  const [saved, setSaved] = useState({ note: inquiry.note, version: inquiry.noteVersion });
  const [notice, setNotice] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  useUnsavedChanges(text !== saved.note);
  useShortcut(isSave, () => void save());

  async function save(): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    setFailure(null);
    setNotice('Saving…');
    const json = { note: text, version: saved.version };
    const param = { id: inquiry.id };
    const answer = await api('PUT', '/admin/inquiries/:id/note', { param, json });
    setSaving(false);
    setNotice(answer.ok ? 'Saved' : '');
    if (answer.ok) {
      setSaved({ note: text, version: answer.value.noteVersion });
      onSaved(answer.value);
      return;
    }
    const theirs = conflictIn(answer.failure);
    if (theirs !== null) {
      setSaved({ note: theirs.note, version: theirs.noteVersion });
      setText((mine) => `${theirs.note}\n\n${mine}`.trim());
      setFailure('Someone else has changed the note in the meantime. It holds both texts now.');
    } else setFailure(failureMessage(answer.failure, 'Failed to save the note. Please try again.'));
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
      {failure === null ? null : (
        <div className="mt-4">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { type ApiFailure, formMessage } from '../api.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorBox } from '../error-box.tsx';
import { NoticeBox } from '../notice-box.tsx';
import { useUnsavedChanges } from '../use-unsaved-changes.ts';

type RecordFormProps = {
  title: string;
  isNew: boolean;
  isDirty: boolean;
  isBusy: boolean;
  /** Why the last save failed. */
  cause: ApiFailure | null;
  /** What somebody else saved in the meantime, in words; null if nobody did. */
  theirs: ReactNode;
  onSave: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** The dialog that adds or edits a record. It asks before it drops what was typed. */
export function RecordForm(props: RecordFormProps) {
  const { title, isNew, isDirty, isBusy, cause, theirs, onSave, onCancel, children } = props;
  useUnsavedChanges(isDirty);

  function cancel() {
    if (!isDirty || window.confirm('Close without saving your changes?')) onCancel();
  }

  return (
    <Dialog title={title} onCancel={cancel}>
      <form
        className="mt-5 space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        {cause === null ? null : (
          <ErrorBox>{formMessage(cause, 'Please check the fields below.')}</ErrorBox>
        )}
        {theirs === null ? null : (
          <NoticeBox>
            <p>{theirs}</p>
            <p className="mt-2">Saving again replaces that with what is below.</p>
          </NoticeBox>
        )}
        {children}
        {/* In view also where the fields are longer than the screen. */}
        <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap gap-2 border-line border-t bg-paper px-6 py-4">
          <Button type="submit" disabled={isBusy}>
            {isNew ? 'Add' : 'Save'}
          </Button>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

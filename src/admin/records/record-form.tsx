import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { type ApiFailure, formMessage } from '../api.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorBox } from '../error-box.tsx';
import { NoticeBox } from '../notice-box.tsx';
import { useUnsavedChanges } from '../use-unsaved-changes.ts';

type RecordFormProps = {
  title: ReactNode;
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
  const id = useId();
  useUnsavedChanges(isDirty);

  function cancel() {
    if (!isDirty || window.confirm('Close without saving your changes?')) onCancel();
  }

  return (
    <Dialog
      title={title}
      width="large"
      onCancel={cancel}
      footer={
        <div className="flex flex-wrap gap-2 border-line border-t px-6 py-4">
          <Button type="submit" form={id} disabled={isBusy}>
            {isNew ? 'Add' : 'Save'}
          </Button>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
        </div>
      }
    >
      <form
        id={id}
        // The server names all that is wrong at once.
        noValidate
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
      </form>
    </Dialog>
  );
}

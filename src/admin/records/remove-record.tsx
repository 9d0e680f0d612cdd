import { Button } from '../../ui/button.tsx';
import { Subscripts } from '../../ui/subscripts.tsx';
import { type ApiResult, ignoreMissing } from '../api.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorBox } from '../error-box.tsx';
import { useSubmit } from '../use-submit.ts';

/** How a record is removed. */
export type Removal<R> = {
  /** What it does to the site. */
  consequence: (record: R) => string;
  send: (record: R) => Promise<ApiResult<void>>;
};

type RemoveRecordProps<R> = {
  record: R;
  name: string;
  removal: Removal<R>;
  onRemoved: () => void;
  /** Somebody else changed it. */
  onStale: () => void;
  onCancel: () => void;
};

export function RemoveRecord<R>(props: RemoveRecordProps<R>) {
  const { record, name, removal, onRemoved, onStale, onCancel } = props;
  const { isBusy, failure, submit } = useSubmit();

  async function remove() {
    const answer = await submit(
      () => ignoreMissing(removal.send(record)),
      `${name} could not be removed. Please try again.`,
    );
    if (answer.ok) onRemoved();
    else onStale();
  }

  return (
    <Dialog
      title={
        <>
          Remove <Subscripts text={name} />?
        </>
      }
      onCancel={onCancel}
    >
      <p className="mt-3 text-sm">{removal.consequence(record)}</p>
      <div className="mt-4 empty:hidden">
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      </div>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="danger" disabled={isBusy} onClick={remove}>
          Remove
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

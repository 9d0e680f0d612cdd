import { ignoreMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import type { glossary } from '../api/glossary.ts';
import type { UsedTerm } from '../term.ts';
import { usesOf } from './term-list.tsx';

const api = caller<typeof glossary>();

type RemoveTermProps = {
  term: UsedTerm;
  onRemoved: () => void;
  /** Somebody else changed it. */
  onStale: () => void;
  onCancel: () => void;
};

export function RemoveTerm({ term, onRemoved, onStale, onCancel }: RemoveTermProps) {
  const { isBusy, failure, submit } = useSubmit();

  async function remove() {
    const { id, version } = term;
    const answer = await submit(
      () =>
        ignoreMissing(api('DELETE', '/admin/glossary/:id', { param: { id }, query: { version } })),
      'The term could not be removed. Please try again.',
    );
    if (answer.ok) onRemoved();
    else onStale();
  }

  return (
    <Dialog title={`Remove ${term.term}?`} onCancel={onCancel}>
      <p className="mt-3 text-sm">
        {usesOf(term)}. The word stays in the posts, without its definition.
      </p>
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

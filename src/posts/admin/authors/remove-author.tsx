import { ignoreMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import type { authors } from '../../api/authors.ts';
import type { ListedAuthor } from '../../authors/author.ts';
import { postsBy } from './author-list.tsx';

const api = caller<typeof authors>();

type RemoveAuthorProps = {
  author: ListedAuthor;
  onRemoved: () => void;
  /** Somebody else changed it. */
  onStale: () => void;
  onCancel: () => void;
};

export function RemoveAuthor({ author, onRemoved, onStale, onCancel }: RemoveAuthorProps) {
  const { isBusy, failure, submit } = useSubmit();

  async function remove() {
    const { id, version } = author;
    const answer = await submit(
      () =>
        ignoreMissing(api('DELETE', '/admin/authors/:id', { param: { id }, query: { version } })),
      'The author could not be removed. Please try again.',
    );
    if (answer.ok) onRemoved();
    else onStale();
  }

  return (
    <Dialog title={`Remove ${author.name}?`} onCancel={onCancel}>
      <p className="mt-3 text-sm">
        {postsBy(author)}. The name stays in the posts; the page and what it says about the author
        are removed.
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

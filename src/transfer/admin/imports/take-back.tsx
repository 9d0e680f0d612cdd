import { useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import type { imports } from '../../api/imports.ts';
import type { ImportDetails } from '../../import-reading.ts';
import type { TakeBackPreview } from '../../take-back.ts';
import { postsLabel } from './import-labels.ts';

const api = caller<typeof imports>();

/** Edited posts that the dialog names. */
const MAX_NAMED = 10;

type TakeBackProps = { id: string; onStarted: (next: ImportDetails) => void };

/** Takes an import back, after it has been said what goes and what stays. */
export function TakeBack({ id, onStarted }: TakeBackProps) {
  const [preview, setPreview] = useState<TakeBackPreview | null>(null);
  const { isBusy, failure, submit } = useSubmit();

  async function ask() {
    const answer = await submit(
      () => api('GET', '/admin/imports/:id/take-back', { param: { id } }),
      'Failed to load what would be removed.',
    );
    if (answer.ok) setPreview(answer.value);
  }

  async function confirm() {
    const answer = await submit(
      () => api('POST', '/admin/imports/:id/take-back', { param: { id } }),
      'The import could not be undone. Please try again.',
    );
    if (answer.ok) onStarted(answer.value);
  }

  return (
    <>
      <Button variant="danger" disabled={isBusy} onClick={ask}>
        Undo import
      </Button>
      {preview === null ? (
        failure === null ? null : (
          <ErrorBox>{failure}</ErrorBox>
        )
      ) : (
        <Dialog title="Undo this import?" onCancel={() => setPreview(null)}>
          <p className="mt-3 text-sm">
            {postsLabel(preview.posts)} {preview.posts === 1 ? 'goes' : 'go'} to the trash, from
            where {preview.posts === 1 ? 'it' : 'they'} can be restored. Redirects from the old site
            and unused pictures are removed.
          </p>
          {preview.edited.length === 0 ? null : <Edited posts={preview.edited} />}
          <div className="mt-4 empty:hidden">
            {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
          </div>
          <div className="mt-6 flex flex-wrap gap-2">
            <Button variant="danger" disabled={isBusy} onClick={confirm}>
              Undo import
            </Button>
            <Button variant="secondary" onClick={() => setPreview(null)}>
              Cancel
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Edited({ posts }: { posts: TakeBackPreview['edited'] }) {
  const rest = posts.length - MAX_NAMED;
  return (
    <>
      <p className="mt-3 text-sm">
        {postsLabel(posts.length)} {posts.length === 1 ? 'stays' : 'stay'}, because someone edited{' '}
        {posts.length === 1 ? 'it' : 'them'} after the import:
      </p>
      <ul className="mt-1 list-disc pl-5 text-sm">
        {posts.slice(0, MAX_NAMED).map(({ slug, title }) => (
          <li key={slug} dir="auto" className="[overflow-wrap:anywhere]">
            <Link to={`/admin/edit-post/${slug}`} className="prose-link">
              {title}
            </Link>
          </li>
        ))}
        {rest > 0 ? <li>{rest} more</li> : null}
      </ul>
    </>
  );
}

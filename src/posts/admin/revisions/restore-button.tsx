import { History as HistoryIcon } from 'lucide-react';
import { useRevalidator } from 'react-router';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import { isPublic, type Post } from '../../post.ts';
import type { Revision } from '../../revisions.ts';
import { updatePost } from '../update-post.ts';
import { restoredDraft } from './restored-draft.ts';

type RestoreButtonProps = { revision: Revision; current: Post; onRestored: (saved: Post) => void };

/**
 * Restores an earlier version by saving it at once as a new version. Filling the form instead would
 * overwrite unsaved text, of this browser or autosaved from another one. Nothing is lost: the replaced
 * version stays in the list, and the form offers the unsaved text again and merges it.
 */
export function RestoreButton({ revision, current, onRestored }: RestoreButtonProps) {
  const { isBusy, failure, submit } = useSubmit();
  const { revalidate } = useRevalidator();

  async function restore() {
    if (!window.confirm(question(revision, current))) return;
    const answer = await submit(
      () => updatePost(current, restoredDraft(revision, current)),
      'Failed to restore this version',
    );
    if (answer.ok) onRestored(answer.value);
    // After somebody else's save, their version is shown before a restore can replace it.
    else if (answer.failure.kind === 'rejected' && answer.failure.current !== undefined) {
      await revalidate();
    }
  }

  return (
    <>
      <Button variant="secondary" disabled={isBusy} onClick={restore}>
        <HistoryIcon aria-hidden className="size-4" />
        {isBusy ? 'Restoring...' : 'Restore this version'}
      </Button>
      {failure === null ? null : (
        <div className="basis-full">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
    </>
  );
}

function question({ version }: Revision, current: Post): string {
  const readers = isPublic(current, new Date().toISOString())
    ? ' Readers will see it at once.'
    : '';
  return (
    `Restore version ${version}? It is saved as a new version, and version ${current.version} stays ` +
    `in the list. Slug, status and publish date stay the same.${readers}`
  );
}

import { History as HistoryIcon } from 'lucide-react';
import { useRevalidator } from 'react-router';
import { isPublic, type Post } from '../../../domain/posts/post.ts';
import type { Revision } from '../../../domain/posts/revisions.ts';
import { Button } from '../../ui/button.tsx';
import { updatePost } from '../api.ts';
import { ErrorBox } from '../error-box.tsx';
import { useSubmit } from '../use-submit.ts';
import { restoredDraft } from './restored-draft.ts';

type RestoreButtonProps = { revision: Revision; present: Post; onRestored: (saved: Post) => void };

/**
 * Brings an earlier version back by saving it at once, as a version of its own. It is not put into
 * the form, because there it would take the place of what stands there unsaved, in this browser or
 * kept on the server from another one. So both stay: the version that was present in the list, and
 * the unsaved text, which the form offers again and merges.
 */
export function RestoreButton({ revision, present, onRestored }: RestoreButtonProps) {
  const { isBusy, failure, submit } = useSubmit();
  const { revalidate } = useRevalidator();

  async function restore() {
    if (!window.confirm(question(revision, present))) return;
    const answer = await submit(
      () => updatePost(present, restoredDraft(revision, present)),
      'Failed to restore this version',
    );
    if (answer.ok) onRestored(answer.value);
    // Somebody else has saved: their version is shown before it can be replaced.
    else if (answer.refusal.kind === 'refused' && answer.refusal.current !== undefined) {
      await revalidate();
    }
  }

  return (
    <>
      <Button look="secondary" disabled={isBusy} onClick={restore}>
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

function question({ version }: Revision, present: Post): string {
  const readers = isPublic(present, new Date().toISOString()) ? ' Readers see it at once.' : '';
  return (
    `Restore version ${version}? It is saved as version ${present.version + 1}, and version ` +
    `${present.version} stays in the list. Address, status and publish date stay as they are.${readers}`
  );
}

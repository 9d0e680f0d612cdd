import { History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { isPublic, type Post } from '../../../domain/posts/post.ts';
import type { Revision } from '../../../domain/posts/revisions.ts';
import { Button } from '../../ui/button.tsx';
import { refusalMessage, updatePost } from '../api.ts';
import { ErrorBox } from '../error-box.tsx';
import { loginAddress } from '../login-address.ts';
import { restoredDraft } from './restored-draft.ts';

type RestoreButtonProps = { revision: Revision; present: Post; onRestored: (saved: Post) => void };

/**
 * Brings an earlier version back by saving it at once, as a version of its own. It is not put into
 * the form, because there it would take the place of what stands there unsaved, in this browser or
 * kept on the server from another one. So both stay: the version that was present in the list, and
 * the unsaved text, which the form offers again and merges.
 */
export function RestoreButton({ revision, present, onRestored }: RestoreButtonProps) {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const navigate = useNavigate();
  const location = useLocation();
  const { revalidate } = useRevalidator();

  async function restore() {
    if (!window.confirm(question(revision, present))) return;
    setSaving(true);
    setFailure(null);
    const answer = await updatePost(present, restoredDraft(revision, present));
    setSaving(false);
    if (answer.ok) {
      onRestored(answer.value);
      return;
    }
    const { refusal } = answer;
    if (refusal.kind === 'signed-out') {
      await navigate(loginAddress(location));
      return;
    }
    setFailure(refusalMessage(refusal, 'Failed to restore this version'));
    // Somebody else has saved: their version is shown before it can be replaced.
    if (refusal.kind === 'refused' && refusal.current !== undefined) await revalidate();
  }

  return (
    <>
      <Button look="secondary" disabled={isSaving} onClick={restore}>
        <HistoryIcon aria-hidden className="size-4" />
        {isSaving ? 'Restoring...' : 'Restore this version'}
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

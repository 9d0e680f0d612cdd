import { useState } from 'react';
import type { PostFormValues } from '../../../posts/admin/post-form-values.ts';
import type { Post } from '../../../posts/post.ts';
import type { PostValues } from '../post-form/use-post-values.ts';
import type { Conflicts } from '../saving/use-conflict.ts';
import { declineDraft, type RecoveredDraft, type Recovery } from './local-draft.ts';
import { useLocalDraft } from './use-local-draft.ts';

type DraftRecoveryDeps = {
  post: Post | null;
  /** The key of a new post's autosaves. */
  newDocument: string;
  recovery: Recovery;
  values: PostValues;
  conflict: Conflicts;
};

export type DraftRecovery = ReturnType<typeof useDraftRecovery>;

/**
 * The post form's unsaved draft: stores what is typed, and lets the writer use, decline or discard what was
 * recovered.
 */
export function useDraftRecovery(deps: DraftRecoveryDeps) {
  const { post, newDocument, recovery, values, conflict } = deps;
  const [source, setSource] = useState<RecoveredDraft | null>(recovery.resumed);
  const [offered, setOffered] = useState(recovery.offered);
  const document = source?.document ?? post?.id ?? newDocument;
  const draft = useLocalDraft({
    document,
    version: conflict.base?.version ?? null,
    values: values.withTyped,
    text: values.writing.text,
    saved: values.saved,
    source,
  });

  function continueWith(next: PostFormValues, from: RecoveredDraft | null) {
    setSource(from);
    values.fill(next);
    conflict.baseOnDraft(from);
  }

  return {
    /** The key of the autosaves. */
    document,
    /** The recovered draft that the form continues. */
    source,
    /** A recovered draft that the writer may use. */
    offered,
    storedIn: draft.storedIn,
    flush: draft.flush,
    use: (chosen: RecoveredDraft) => {
      const question = 'Replace what is in the form now?';
      if (values.isDirty && !window.confirm(question)) return;
      setOffered(null);
      continueWith(chosen.values, chosen);
    },
    decline: (declined: RecoveredDraft) => {
      setOffered(null);
      declineDraft(declined);
    },
    discard: () => {
      if (!window.confirm('Discard the unsaved text?')) return;
      void draft.discard();
      continueWith(values.saved, null);
    },
    /** Deletes the draft after a save in place; later input starts another. */
    clear: () => {
      void draft.discard();
      setSource(null);
    },
    /** Deletes the draft after a save that leaves the form. */
    stop: draft.stop,
    /** The form's values as a draft, to be offered in another form. */
    current: (): RecoveredDraft => ({
      document,
      values: values.read(),
      version: conflict.base?.version ?? null,
      form: draft.form,
      writtenAt: new Date().toISOString(),
      sequence: 0,
    }),
  };
}

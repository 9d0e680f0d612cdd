import { useRef, useState } from 'react';
import { failureMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { settled } from '../../../admin/settled.ts';
import { valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import type { revisions } from '../../../posts/api/revisions.ts';
import { versionOf } from '../../../posts/post.ts';
import { findUnfinished } from '../../../rendering/unfinished.ts';
import type { PostValues } from '../post-form/use-post-values.ts';
import { type Conflict, latestOf } from './conflict-dialog.tsx';
import { mergeMessage, mergeVersions } from './merge.ts';

/** What a merge has put into the form. */
export type MergeNotice = { message: string; hasDisagreements: boolean };

const UNRESOLVED =
  'The text still contains merge markers: keep the right version and delete the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>, then merge again.';

type ConflictOptions = {
  /** The etag of the version that the form is based on; null for a new post. */
  base: string | null;
  values: PostValues;
  /** Bases the form on what is stored. */
  onBased: (stored: Conflict['stored']) => void;
};

/** The conflict of a save with somebody else's, and the merge of both versions. */
export function useConflict({ base, values, onBased }: ConflictOptions) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [notice, setNotice] = useState<MergeNotice | null>(null);
  const [isMerging, setMerging] = useState(false);
  /** A ref, not state: a second click may come before the next rendering. */
  const isUnderWay = useRef(false);

  function open(found: Conflict) {
    setFailure(null);
    setConflict(found);
  }

  function close() {
    setConflict(null);
  }

  async function merge({ stored }: Conflict) {
    if (isUnderWay.current) return;
    if (findUnfinished(values.read().content, 'conflict') !== null) {
      setFailure(UNRESOLVED);
      return;
    }
    isUnderWay.current = true;
    setMerging(true);
    const theirs = valuesOfPost(latestOf(stored), window.location.origin);
    const ancestor =
      base === null
        ? null
        : await settled(() =>
            caller<typeof revisions>()('GET', '/admin/blog/posts/:slug/revisions/:version', {
              param: { slug: stored.post.slug, version: versionOf(base) },
            }),
          );
    isUnderWay.current = false;
    setMerging(false);
    if (ancestor?.ok === false) {
      setFailure(failureMessage(ancestor.failure, 'The versions could not be merged.'));
      return;
    }
    const before =
      ancestor === null ? theirs : valuesOfPost(ancestor.value, window.location.origin);
    const merged = mergeVersions(before, values.read(), theirs);
    values.fill(merged.values);
    onBased(stored);
    close();
    const { disagreements } = merged;
    setNotice({ message: mergeMessage(disagreements), hasDisagreements: disagreements > 0 });
  }

  return {
    conflict,
    failure,
    isMerging,
    notice,
    open,
    close,
    merge,
    clearNotice: () => setNotice(null),
  };
}

import { useState } from 'react';
import type { ApiFailure } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { noteReachable } from '../../../admin/reachable.ts';
import { timeWithDate } from '../../../admin/times.ts';
import { usePolling } from '../../../admin/use-polling.ts';
import type { PostVersion } from '../../../posts/admin/update-post.ts';
import type { autosaves } from '../../../posts/api/autosaves.ts';
import type { OthersActivity } from '../../../posts/autosaves.ts';
import { savedElsewhere } from './saved-elsewhere.ts';
import type { Conflicts } from './use-conflict.ts';

const api = caller<typeof autosaves>();

const POLL_MS = 20_000;
const SOON_MS = 1_000;
/** While the network or the server is away. */
const RETRY_MS = 5_000;

/** As the server said it to a form that contained this version. */
type Activity = OthersActivity & { contained: string };

type Deps = {
  /** The id of the post, or the key of a new one. */
  document: string;
  conflict: Pick<Conflicts, 'base' | 'changes' | 'problem'>;
  /** A save is under way: what is stored may be newer than the form knows. */
  isBusy: boolean;
};

/**
 * Watches what others do with the post.
 *
 * @returns who edits it, and what was saved that the form does not contain, each in words; null for nobody and nothing
 */
export function useOthers({ document, conflict, isBusy }: Deps) {
  const { base, changes, problem } = conflict;
  const contained = `${base?.version} ${changes?.etag}`;
  const [activity, setActivity] = useState<Activity | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const wasAway = failure?.kind === 'network' || problem?.isOffline === true;
  const isFirst = activity === null && failure === null;
  const latestFailure = usePolling({
    isActive: true,
    everyMs: wasAway ? RETRY_MS : isFirst ? SOON_MS : POLL_MS,
    read: async () => {
      const answer = await api('GET', '/admin/autosaves/:document/others', { param: { document } });
      return answer.ok ? { ok: true, value: { ...answer.value, contained } } : answer;
    },
    onChange: (next) => {
      setActivity(next);
      if (wasAway) noteReachable();
    },
    // Typing and saving ask for a sign-in in place.
    onSignedOut: () => undefined,
  });
  if (failure !== latestFailure) setFailure(latestFailure);

  const { writers = [], saved = null } = activity ?? {};
  const isKnown =
    saved === null ||
    base === null ||
    activity?.contained !== contained ||
    (saved.version === base.version && saved.changes === (changes?.etag ?? null));
  const isToBeTold = !isKnown && !isBusy && problem?.conflict === undefined;
  return {
    editing: writers.length === 0 ? null : editingText(writers),
    newer: isToBeTold ? newerText(saved, base, changes !== null) : null,
  };
}

function newerText(
  saved: NonNullable<OthersActivity['saved']>,
  base: PostVersion,
  hasChanges: boolean,
): string {
  if (saved.changes !== null) return savedElsewhere(saved, 'unpublished changes to this post');
  return hasChanges && saved.version === base.version
    ? 'The unpublished changes to this post were discarded.'
    : savedElsewhere(saved, 'this post');
}

function editingText(writers: OthersActivity['writers']): string {
  const names = new Intl.ListFormat('en').format(writers.map(({ email }) => email));
  const time = timeWithDate(writers[0]?.savedAt ?? '');
  return `${names} ${writers.length === 1 ? 'is' : 'are'} editing this, last change ${time}`;
}

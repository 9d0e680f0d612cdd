import { useRef, useState } from 'react';
import { useSignInDialog } from '../../../accounts/admin/login/sign-in-dialog.tsx';
import { type ApiFailure, type ApiResult, failureMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { settled } from '../../../admin/settled.ts';
import type { adminPosts } from '../../api/admin-posts.ts';
import type { BulkAction, BulkResult, PostToChange } from '../../bulk-editing.ts';
import type { AdminPostSummary } from '../../reading.ts';
import { questionBefore } from './bulk-messages.ts';

/** Posts of one request: few enough that the progress moves, and that no request lasts long. */
const BATCH = 20;

type BatchesDeps<P> = {
  send: (posts: readonly P[]) => Promise<ApiResult<{ results: BulkResult[] }>>;
  /** Called with the results of each batch. */
  onResults: (results: readonly BulkResult[]) => void;
};

/**
 * Changes posts batch by batch, until one fails.
 *
 * @returns the failure, and the posts of whose change nothing is known; sending those again is safe
 */
async function inBatches<P extends PostToChange>(
  posts: readonly P[],
  { send, onResults }: BatchesDeps<P>,
): Promise<{ failure: ApiFailure | null; left: readonly P[] }> {
  for (let start = 0; start < posts.length; start += BATCH) {
    const answer = await send(posts.slice(start, start + BATCH));
    if (!answer.ok) return { failure: answer.failure, left: posts.slice(start) };
    onResults(answer.value.results);
  }
  return { failure: null, left: [] };
}

const api = caller<typeof adminPosts>();

/** An action on several posts, under way or ended. */
export type BulkRun = {
  /** The list that it belongs to: another one does not show it. */
  list: object;
  action: BulkAction;
  posts: readonly AdminPostSummary[];
  results: readonly BulkResult[];
  isUnderWay: boolean;
  /** Nothing is known of whether these were changed. */
  left: readonly AdminPostSummary[];
  failure: ApiFailure | null;
};

type BulkActionDeps = {
  list: object;
  /** Called with the results of each batch. */
  onResults: (results: readonly BulkResult[]) => void;
  /** Called when an action has ended, also by a failure. */
  onEnded: (ended: { action: BulkAction; failure: ApiFailure | null }) => void;
};

/** Runs actions on several posts, one at a time. */
export function useBulkAction({ list, onResults, onEnded }: BulkActionDeps) {
  const [run, setRun] = useState<BulkRun | null>(null);
  /** A ref, not state: a second press may come before the next rendering. */
  const isRunning = useRef(false);
  const signIn = useSignInDialog({
    promise: 'Your selection is still here. The action continues once you have signed in.',
    onSignedIn: () => void goOn(),
  });

  async function start(action: BulkAction, posts: readonly AdminPostSummary[]): Promise<void> {
    const question = questionBefore(action, posts, new Date().toISOString());
    if (question !== null && !window.confirm(question)) return;
    await perform({
      list,
      action,
      posts,
      results: [],
      isUnderWay: true,
      left: posts,
      failure: null,
    });
  }

  /** Sends again what was not answered. */
  async function goOn(): Promise<void> {
    if (run !== null) await perform({ ...run, isUnderWay: true, failure: null });
  }

  async function perform(begun: BulkRun): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setRun(begun);
    const { failure, left } = await inBatches(begun.left, {
      send: (posts) => {
        const named = posts.map(({ id, version }) => ({ id, version }));
        const json = { posts: named, action: begun.action };
        return settled(() => api('POST', '/admin/blog/posts/bulk', { json }));
      },
      onResults(results) {
        onResults(results);
        setRun((before) => before && { ...before, results: [...before.results, ...results] });
      },
    });
    isRunning.current = false;
    setRun((before) => before && { ...before, isUnderWay: false, failure, left });
    onEnded({ action: begun.action, failure });
    if (failure?.kind === 'unauthenticated') signIn.open();
  }

  return {
    run: run?.list === list ? run : null,
    start,
    goOn,
    /** Forgets what the last action did. */
    clear: () => setRun(null),
    signInDialog: signIn.dialog,
  };
}

export type BulkActions = ReturnType<typeof useBulkAction>;

/** Why an action ended early, and what is known of the posts that are left. */
export function interruption({ failure, left }: BulkRun): string | null {
  if (failure === null) return null;
  const reason =
    failure.kind === 'unauthenticated'
      ? 'Your session has ended.'
      : failureMessage(failure, 'The server could not complete it.');
  const posts = left.length === 1 ? 'one post' : `${left.length} posts`;
  return `${reason} It is not known whether ${posts} changed. You can safely try again: nothing is done twice.`;
}

import { useRef, useState } from 'react';
import { type ApiFailure, type ApiResult, failureMessage, isMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { settled } from '../../../admin/settled.ts';
import type { adminPosts } from '../../api/admin-posts.ts';
import type { publicPosts } from '../../api/posts.ts';
import { addTag, type Post, tagKey } from '../../post.ts';
import type { AdminPostSummary } from '../../reading.ts';
import { questionBefore } from './bulk-messages.ts';

const api = caller<typeof adminPosts>();

/** Saves under way at a time. */
const CONCURRENCY = 4;

export type BulkAction =
  | { kind: 'add-tag' | 'remove-tag'; tag: string }
  | { kind: 'publish' | 'make-draft' | 'move-to-trash' };

export type BulkOutcome = {
  id: string;
  /** As it was shown. */
  title: string;
  isChanged: boolean;
  /** Why it was not changed, as a sentence; null otherwise. */
  detail: string | null;
  /** The post as it is now; null when it is deleted. */
  post: AdminPostSummary | null;
};

/** An action on several posts, under way or ended. */
export type BulkRun = {
  /** The list that it belongs to: another one does not show it. */
  list: object;
  action: BulkAction;
  posts: readonly AdminPostSummary[];
  outcomes: readonly BulkOutcome[];
  isUnderWay: boolean;
};

type BulkActionOptions = {
  list: object;
  onOutcome: (outcome: BulkOutcome) => void;
  onEnded: (action: BulkAction) => void;
};

/** Runs actions on several posts, one action at a time: each post is saved as its form would save it. */
export function useBulkAction({ list, onOutcome, onEnded }: BulkActionOptions) {
  const [run, setRun] = useState<BulkRun | null>(null);
  /** A ref, not state: a second press may come before the next rendering. */
  const isRunning = useRef(false);

  async function start(action: BulkAction, posts: readonly AdminPostSummary[]): Promise<void> {
    const question = questionBefore(action, posts, new Date().toISOString());
    if (isRunning.current || (question !== null && !window.confirm(question))) return;
    isRunning.current = true;
    setRun({ list, action, posts, outcomes: [], isUnderWay: true });
    const queue = posts.values();
    let isSignedOut = false;
    const work = async () => {
      for (const post of queue) {
        const answer = isSignedOut ? SIGNED_OUT : await settled(() => change(post, action));
        isSignedOut ||= !answer.ok && answer.failure.kind === 'unauthenticated';
        const outcome = await outcomeOf(post, answer);
        onOutcome(outcome);
        setRun((before) => before && { ...before, outcomes: [...before.outcomes, outcome] });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    isRunning.current = false;
    setRun((before) => before && { ...before, isUnderWay: false });
    onEnded(action);
  }

  return {
    run: run?.list === list ? run : null,
    start,
    /** Closes the report on the last action. */
    clear: () => setRun(null),
  };
}

export type BulkActions = ReturnType<typeof useBulkAction>;

const SIGNED_OUT = { ok: false, failure: { kind: 'unauthenticated' } } as const;

/** The post after a change; null when it is deleted, undefined when nothing was to be done. */
type Changed = AdminPostSummary | null | undefined;

/** As it is shown: a newer version is not changed. */
async function change(post: AdminPostSummary, action: BulkAction): Promise<ApiResult<Changed>> {
  const { slug, etag } = post;
  const param = { slug };
  if (action.kind === 'move-to-trash') {
    const answer = await api('DELETE', '/admin/blog/posts/:slug', { param, query: { etag } });
    return answer.ok ? { ok: true, value: null } : answer;
  }
  const fields = fieldsAfter(action, post);
  if (fields === null) return { ok: true, value: undefined };
  if (post.status === 'published' && post.changes !== null) return HAS_CHANGES;
  const stored = await readPost(slug);
  if (!stored.ok) return stored;
  const json = { ...stored.value, ...fields, etag };
  const answer = await api('PUT', '/admin/blog/posts/:slug', { param, json });
  return answer.ok ? { ok: true, value: { ...answer.value, changes: null } } : answer;
}

/** Null when the post is so already. Tags are the same in any letter case. */
export function fieldsAfter(
  action: BulkAction,
  { tags, status }: Pick<AdminPostSummary, 'tags' | 'status'>,
): Partial<Pick<Post, 'tags' | 'status'>> | null {
  if (action.kind === 'publish') return status === 'published' ? null : { status: 'published' };
  if (!('tag' in action)) return status === 'draft' ? null : { status: 'draft' };
  const after =
    action.kind === 'add-tag'
      ? addTag(tags, action.tag)
      : tags.filter((tag) => tagKey(tag) !== tagKey(action.tag.trim()));
  return after.length === tags.length ? null : { tags: after };
}

/** They could not be published any more: they change the version before the edit. */
const HAS_CHANGES = {
  ok: false,
  failure: {
    kind: 'browser',
    detail: 'It has unpublished changes. Publish or discard them first.',
  },
} as const;

async function outcomeOf(
  shown: AdminPostSummary,
  answer: ApiResult<Changed>,
): Promise<BulkOutcome> {
  const { id, title } = shown;
  if (answer.ok) {
    const { value: post = shown } = answer;
    return { id, title, isChanged: answer.value !== undefined, detail: null, post };
  }
  const { failure } = answer;
  const detail = failureMessage(failure, 'The server could not do it.');
  return { id, title, isChanged: false, detail, post: await storedPost(shown, failure) };
}

/** The row of a post that somebody else has changed: another try is based on what it shows. */
async function storedPost(
  shown: AdminPostSummary,
  failure: ApiFailure,
): Promise<AdminPostSummary | null> {
  if (isMissing(failure)) return null;
  if (failure.kind !== 'rejected' || failure.current === undefined) return shown;
  const latest = failure.current as Post & { savedBy: string | null; savedAt: string };
  const read = await settled(() => readPost(shown.slug));
  if (!read.ok) return shown;
  const { savedBy, savedAt } = latest;
  const changes = { savedBy, savedAt, publishAt: null, problem: null };
  return { ...read.value, changes: read.value.etag === latest.etag ? null : changes };
}

function readPost(slug: string) {
  return caller<typeof publicPosts>()('GET', '/blog/posts/:slug', { param: { slug } });
}

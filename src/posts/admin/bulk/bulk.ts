import { useRef, useState } from 'react';
import { type ApiFailure, type ApiResult, isMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { settled } from '../../../admin/settled.ts';
import { retention } from '../../../content/retention.ts';
import type { adminPosts } from '../../api/admin-posts.ts';
import type { publicPosts } from '../../api/posts.ts';
import { isPublic, type Post, tagKey } from '../../post.ts';
import type { AdminPostSummary } from '../../reading.ts';
import { addTags } from '../tags/new-tags.ts';

const api = caller<typeof adminPosts>();

const NAMES = {
  'add-tag': 'Add tag',
  'remove-tag': 'Remove tag',
  publish: 'Publish',
  'make-draft': 'Make draft',
  'move-to-trash': 'Move to trash',
};

/** `known`: the tags of other posts, for their spelling. */
export type BulkAction =
  | { kind: 'add-tag' | 'remove-tag'; tag: string; known: readonly string[] }
  | { kind: 'publish' | 'make-draft' | 'move-to-trash' };

export type BulkOutcome = {
  shown: AdminPostSummary;
  /** The post as it is now; null when it is deleted. */
  post: AdminPostSummary | null;
  isChanged: boolean;
  failure: ApiFailure | null;
};

/** "1 post", "2 posts". */
export function countOf(posts: number): string {
  return posts === 1 ? '1 post' : `${posts} posts`;
}

/** The name of an action, as on its button. */
export function nameOf(action: BulkAction): string {
  const name = NAMES[action.kind];
  return 'tag' in action ? `${name} “${action.tag.trim()}”` : name;
}

/** What to ask before an action; null when nobody outside notices it. */
export function questionBefore(
  { kind }: BulkAction,
  posts: readonly AdminPostSummary[],
  now = new Date().toISOString(),
): string | null {
  const onSite = posts.filter((post) => isPublic(post, now)).length;
  const left = onSite === 0 ? '' : ` On the site now: ${onSite}.`;
  const drafts = posts.filter(({ status }) => status === 'draft').length;
  if (kind === 'publish' && drafts > 0) {
    return `Publish ${countOf(drafts)}? They become public at once, or on a publish date to come.`;
  }
  if (kind === 'make-draft' && onSite > 0) {
    return `Make ${countOf(posts.length)} drafts?${left} Drafts are taken off the site until they are published again.`;
  }
  return kind === 'move-to-trash'
    ? `Move ${countOf(posts.length)} to the trash?${left} What is there can be restored for ${retention.trash.label}.`
    : null;
}

/** What an action did, in numbers: "Publish: 2 changed, 1 failed." */
export function summaryOf(action: BulkAction, outcomes: readonly BulkOutcome[]): string {
  const failed = outcomes.filter(({ failure }) => failure !== null).length;
  const changed = outcomes.filter(({ isChanged }) => isChanged).length;
  const counts = [
    [changed, action.kind === 'move-to-trash' ? 'moved' : 'changed'],
    [outcomes.length - changed - failed, 'already up to date'],
    [failed, 'failed'],
  ] as const;
  const parts = counts.flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}`]));
  return `${nameOf(action)}: ${parts.join(', ')}.`;
}

/** Null when the post is so already. Tags are the same in any letter case. */
export function fieldsAfter(
  action: BulkAction,
  { tags, status }: Pick<AdminPostSummary, 'tags' | 'status'>,
): Partial<Pick<Post, 'tags' | 'status'>> | null {
  if (!('tag' in action)) {
    const after = action.kind === 'publish' ? 'published' : 'draft';
    return status === after ? null : { status: after };
  }
  const after =
    action.kind === 'add-tag'
      ? addTags(tags, action.tag, action.known)
      : tags.filter((tag) => tagKey(tag) !== tagKey(action.tag.trim()));
  return after.length === tags.length ? null : { tags: after };
}

/** Changes a post as its form would save it, in the version that is shown: a newer one is not changed. */
async function changePost(shown: AdminPostSummary, action: BulkAction): Promise<BulkOutcome> {
  const answer = await settled(() => send(shown, action));
  if (answer.ok) {
    const { value: post = shown } = answer;
    return { shown, post, isChanged: answer.value !== undefined, failure: null };
  }
  const { failure } = answer;
  return { shown, post: await rowAfter(shown, failure), isChanged: false, failure };
}

/** They could not be published any more: they change the version before the edit. */
const HAS_CHANGES = 'It has unpublished changes. Publish or discard them first.';

/** @returns the post after the change; null when it is deleted, undefined when nothing was to be done */
async function send(
  post: AdminPostSummary,
  action: BulkAction,
): Promise<ApiResult<AdminPostSummary | null | undefined>> {
  const { slug, etag } = post;
  const param = { slug };
  if (action.kind === 'move-to-trash') {
    const answer = await api('DELETE', '/admin/blog/posts/:slug', { param, query: { etag } });
    return answer.ok ? { ok: true, value: null } : answer;
  }
  const fields = fieldsAfter(action, post);
  if (fields === null) return { ok: true, value: undefined };
  if (post.status === 'published' && post.changes !== null) {
    return { ok: false, failure: { kind: 'browser', detail: HAS_CHANGES } };
  }
  const stored = await readPost(slug);
  if (!stored.ok) return stored;
  const json = { ...stored.value, ...fields, etag };
  const answer = await api('PUT', '/admin/blog/posts/:slug', { param, json });
  return answer.ok ? { ok: true, value: { ...answer.value, changes: null } } : answer;
}

/** Of a post that somebody else has changed, another try is based on what the row shows. */
async function rowAfter(shown: AdminPostSummary, failure: ApiFailure) {
  if (isMissing(failure)) return null;
  const read = 'current' in failure ? await settled(() => readPost(shown.slug)) : null;
  return read?.ok ? { ...read.value, changes: shown.changes } : shown;
}

function readPost(slug: string) {
  return caller<typeof publicPosts>()('GET', '/blog/posts/:slug', { param: { slug } });
}

/** Saves under way at a time. */
const CONCURRENCY = 4;

const NONE: ReadonlySet<string> = new Set();

/** An action on several posts, under way or ended. */
export type BulkRun = {
  action: BulkAction;
  posts: readonly AdminPostSummary[];
  outcomes: readonly BulkOutcome[];
  isUnderWay: boolean;
};

type BulkOptions = {
  /** Another one, as after a filter changed, starts with nothing selected and no report. */
  list: object;
  posts: readonly AdminPostSummary[];
  onOutcome: (outcome: BulkOutcome) => void;
  onEnded: (action: BulkAction) => void;
};

export type Bulk = ReturnType<typeof useBulk>;

/** Selects posts of a list while they are shown, and runs actions on them, one action at a time. */
export function useBulk({ list, posts, onOutcome, onEnded }: BulkOptions) {
  const [ids, setIds] = useState(NONE);
  const [run, setRun] = useState<BulkRun | null>(null);
  const [before, setBefore] = useState(list);
  if (before !== list) {
    setBefore(list);
    setIds(NONE);
    setRun(null);
  }
  /** A ref, not state: a second press may come before the next rendering. */
  const isRunning = useRef(false);
  const selected = posts.filter(({ id }) => ids.has(id));

  async function start(action: BulkAction): Promise<void> {
    const question = questionBefore(action, selected);
    if (isRunning.current || (question !== null && !window.confirm(question))) return;
    isRunning.current = true;
    setRun({ action, posts: selected, outcomes: [], isUnderWay: true });
    const queue = selected.values();
    let signedOut: BulkOutcome | null = null;
    const work = async () => {
      for (const post of queue) {
        // Nobody is asked to sign in for each of the others.
        const outcome = signedOut
          ? { ...signedOut, shown: post, post }
          : await changePost(post, action);
        if (outcome.failure?.kind === 'unauthenticated') signedOut = outcome;
        onOutcome(outcome);
        setRun((shown) => shown && { ...shown, outcomes: [...shown.outcomes, outcome] });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    isRunning.current = false;
    setRun((shown) => shown && { ...shown, isUnderWay: false });
    onEnded(action);
  }

  return {
    selected,
    isSelected: (id: string) => ids.has(id),
    select: (id: string, isSelected: boolean) =>
      setIds((selection) => {
        const others = [...selection].filter((other) => other !== id);
        return new Set(isSelected ? [...others, id] : others);
      }),
    selectAll: (isSelected: boolean) =>
      setIds(new Set(isSelected ? posts.map(({ id }) => id) : [])),
    run,
    start,
    clearRun: () => setRun(null),
  };
}

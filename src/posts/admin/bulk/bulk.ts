import { type ApiFailure, type ApiResult, isMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { settled } from '../../../admin/use-submit.ts';
import { retention } from '../../../content/retention.ts';
import type { adminPosts } from '../../api/admin-posts.ts';
import type { publicPosts } from '../../api/posts.ts';
import { isPublic, type Post, tagKey } from '../../post.ts';
import type { AdminPostSummary } from '../../reading.ts';
import { addTags } from '../tags/new-tags.ts';

const api = caller<typeof adminPosts>();

const ACTIONS = {
  'add-tag': { name: 'Add tag', consequence: null },
  'remove-tag': { name: 'Remove tag', consequence: null },
  publish: {
    name: 'Publish',
    consequence: 'Drafts become public at once, or on a publish date to come.',
  },
  'make-draft': {
    name: 'Make draft',
    consequence: 'Drafts are taken off the site until they are published again.',
  },
  'move-to-trash': {
    name: 'Move to trash',
    consequence: `What is there can be restored for ${retention.trash.label}.`,
  },
};

/** `known`: the tags of other posts, for their spelling. */
export type BulkAction =
  | { kind: 'add-tag' | 'remove-tag'; tag: string; known: readonly string[] }
  | { kind: 'publish' | 'make-draft' | 'move-to-trash' };

export type BulkOutcome = {
  post: AdminPostSummary | null;
  isChanged: boolean;
  failure?: ApiFailure;
};

export function nameOf(action: BulkAction): string {
  const { name } = ACTIONS[action.kind];
  return 'tag' in action ? `${name} “${action.tag.trim()}”` : name;
}

/** What to ask before posts leave the site or reach it; null for what nobody outside notices. */
export function questionBefore(
  { kind }: BulkAction,
  posts: readonly AdminPostSummary[],
  now = new Date().toISOString(),
): string | null {
  const { name, consequence } = ACTIONS[kind];
  const onSite = posts.filter((post) => isPublic(post, now)).length;
  const count = posts.length === 1 ? '1 post' : `${posts.length} posts`;
  return consequence && `${name}: ${count}? On the site now: ${onSite}. ${consequence}`;
}

export function summaryOf(action: BulkAction, outcomes: readonly BulkOutcome[]): string {
  const failed = outcomes.filter(({ failure }) => failure).length;
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

const HAS_CHANGES = 'It has unpublished changes. Publish or discard them first.';

/** Changes a post as its form would save it, in the version that is shown: a newer one is not changed. */
export async function changePost(post: AdminPostSummary, action: BulkAction): Promise<BulkOutcome> {
  const fields = action.kind === 'move-to-trash' ? {} : fieldsAfter(action, post);
  if (fields === null) return { post, isChanged: false };
  const answer = await settled(() => send(post, action, fields));
  if (answer.ok) return { post: answer.value, isChanged: true };
  const { failure } = answer;
  if (isMissing(failure)) return { post: null, isChanged: false, failure };
  // Of a post that somebody else has changed, another try is based on what the row shows.
  const read = 'current' in failure ? await settled(() => readPost(post.slug)) : null;
  const now = read?.ok ? { ...read.value, changes: post.changes } : post;
  return { post: now, isChanged: false, failure };
}

async function send(
  { slug, etag, status, changes }: AdminPostSummary,
  { kind }: BulkAction,
  fields: Partial<Post>,
): Promise<ApiResult<AdminPostSummary | null>> {
  const param = { slug };
  if (kind === 'move-to-trash') {
    const answer = await api('DELETE', '/admin/blog/posts/:slug', { param, query: { etag } });
    return answer.ok ? { ok: true, value: null } : answer;
  }
  // They could not be published any more: they change the version before the edit.
  if (status === 'published' && changes !== null) {
    return { ok: false, failure: { kind: 'browser', detail: HAS_CHANGES } };
  }
  const stored = await readPost(slug);
  if (!stored.ok) return stored;
  const json = { ...stored.value, ...fields, etag };
  const answer = await api('PUT', '/admin/blog/posts/:slug', { param, json });
  return answer.ok ? { ok: true, value: { ...answer.value, changes: null } } : answer;
}

function readPost(slug: string) {
  return caller<typeof publicPosts>()('GET', '/blog/posts/:slug', { param: { slug } });
}

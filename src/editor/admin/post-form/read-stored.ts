import type { ApiResult } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import type { publicPosts } from '../../../posts/api/posts.ts';
import type { unpublishedChanges } from '../../../posts/api/unpublished-changes.ts';
import { isPublic, type Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';

export type Stored = { post: Post; changes: UnpublishedChanges | null };

/** Reads a post with its unpublished changes. */
export async function readStored(slug: string): Promise<ApiResult<Stored>> {
  const param = { slug };
  const read = await caller<typeof publicPosts>()('GET', '/blog/posts/:slug', { param });
  if (!read.ok) return read;
  const post = read.value;
  // Of a post that the public does not see, older changes would hide what was saved since.
  if (!isPublic(post, new Date().toISOString()))
    return { ok: true, value: { post, changes: null } };
  const named = { param: { slug: post.slug } };
  const found = await caller<typeof unpublishedChanges>()(
    'GET',
    '/admin/blog/posts/:slug/changes',
    named,
  );
  return found.ok ? { ok: true, value: { post, changes: found.value.changes } } : found;
}

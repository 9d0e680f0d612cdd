import type { ApiResult } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { site } from '../../../content/site.ts';
import { newPostValues, valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import type { publicPosts } from '../../../posts/api/posts.ts';
import type { unpublishedChanges } from '../../../posts/api/unpublished-changes.ts';
import type { Writers } from '../../../posts/drafts.ts';
import { isPublic, type Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import type { Draft } from '../drafts/drafts.ts';

/** A post with its unpublished changes; null for a new one. */
export type Stored = { post: Post | null; changes: UnpublishedChanges | null };

export async function readStored(slug: string): Promise<ApiResult<Stored & { post: Post }>> {
  const param = { slug };
  const read = await caller<typeof publicPosts>()('GET', '/blog/posts/:slug', { param });
  if (!read.ok) return read;
  const post = read.value;
  // Of a post that the public does not see, older changes would hide what was saved since.
  if (!isPublic(post, new Date().toISOString())) {
    return { ok: true, value: { post, changes: null } };
  }
  const answer = await caller<typeof unpublishedChanges>()(
    'GET',
    '/admin/blog/posts/:slug/changes',
    { param: { slug: post.slug } },
  );
  return answer.ok ? { ok: true, value: { post, changes: answer.value.changes } } : answer;
}

/** The latest text of a stored post. */
export function latestOf<P extends Post | null>({ post, changes }: Stored & { post: P }): Post | P {
  return changes?.post ?? post;
}

/** The etag of the latest text of a post; null for a new one. */
export function etagOfStored(stored: Stored): string | null {
  return latestOf(stored)?.etag ?? null;
}

/** What a form starts with. */
export type FormStart = Stored & {
  /** The id of the post, which a new one is given when it is saved. */
  id: string;
  /** The draft that the form continues. */
  resumed: Draft | null;
  /** What `resumed` is, in words. */
  continued: string | null;
  /** Unsaved texts: the writer decides. */
  offered: readonly Draft[];
  /** Who else has unsaved text. */
  writers: Writers;
};

export function savedValues(stored: Stored) {
  const latest = latestOf(stored);
  return latest === null
    ? newPostValues(site.aiAuthor)
    : valuesOfPost(latest, window.location.origin);
}

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

export const changesApi = caller<typeof unpublishedChanges>();

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
  const answer = await changesApi('GET', '/admin/blog/posts/:slug/changes', {
    param: { slug: post.slug },
  });
  return answer.ok ? { ok: true, value: { post, changes: answer.value.changes } } : answer;
}

export function latestOf<P extends Post | null>({ post, changes }: Stored & { post: P }): Post | P {
  return changes?.post ?? post;
}

export function etagOfStored(stored: Stored): string | null {
  return latestOf(stored)?.etag ?? null;
}

export type FormStart = Stored & {
  id: string;
  resumed: Draft | null;
  continued: string | null;
  offered: readonly Draft[];
  writers: Writers;
};

export function savedValues(stored: Stored) {
  const latest = latestOf(stored);
  return latest === null
    ? newPostValues(site.aiAuthor)
    : valuesOfPost(latest, window.location.origin);
}

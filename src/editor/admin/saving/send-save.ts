import { type ApiResult, isSameAccount } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { storedSession } from '../../../admin/session/session.ts';
import {
  draftOfValues,
  isSame,
  type PostFormValues,
  valuesOfPost,
} from '../../../posts/admin/post-form-values.ts';
import type { adminPosts } from '../../../posts/api/admin-posts.ts';
import { isPublic, type Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import type { Finding } from '../../../text/finding.ts';
import { changesApi, latestOf, readStored, type Stored } from '../post-form/read-stored.ts';
import { plannedTime, type SaveRequest } from './publication.ts';

const api = caller<typeof adminPosts>();

/** What is saved of a post, with what its readers would miss: that is unknown of one that was found saved. */
export type Saved = {
  post: Post & { findings?: Finding[] };
  changes: UnpublishedChanges | null;
};

export type Conflict = {
  stored: Stored & { post: Post };
  savedBy: string | null;
  savedAt: string;
};

export type Save = {
  id: string;
  /** The etag of the version that was edited; null for a new post. */
  base: string | null;
  seen: Stored;
  sent: PostFormValues;
  request: SaveRequest;
  acknowledged: string[];
};

/**
 * A conflict with the same text that the writer has saved before is a lost answer, and a success.
 */
export async function sendSave(save: Save): Promise<ApiResult<Saved | { conflict: Conflict }>> {
  const answer = await call(save);
  const { current } = answer.ok || answer.failure.kind !== 'rejected' ? {} : answer.failure;
  if (answer.ok || current === undefined) return answer;
  const latest = current as Post & { savedBy?: string | null; savedAt?: string };
  // No URL has the slug of unpublished changes yet; a post that nobody reads has no former one.
  const slug = (isPublic(latest, new Date().toISOString()) && save.seen.post?.slug) || latest.slug;
  const stored = await readStored(slug);
  if (!stored.ok) return stored;
  const { savedBy = null, savedAt = latest.updated_at } = latest;
  const isOwn = isSameAccount(savedBy ?? '', storedSession()?.email ?? '');
  if (isOwn && isDone(save, stored.value)) return { ok: true, value: stored.value };
  return { ok: true, value: { conflict: { stored: stored.value, savedBy, savedAt } } };
}

async function call({ id, base, seen, sent, request, ...save }: Save): Promise<ApiResult<Saved>> {
  const { post } = seen;
  const acknowledged = save.acknowledged.length === 0 ? undefined : save.acknowledged;
  const draft = draftOfValues(sent, window.location.origin, post?.publishDate ?? null);
  const json = { ...draft, acknowledged };
  if (base === null || post === null) {
    return withoutChanges(await api('POST', '/admin/blog/posts', { json: { ...json, id } }));
  }
  const named = { param: { slug: post.slug } };
  if (!request.isUnpublished) {
    const call = { ...named, json: { ...json, etag: base } };
    return withoutChanges(await api('PUT', '/admin/blog/posts/:slug', call));
  }
  const call = { ...named, json: { ...json, etag: base, publishAt: timeOf(request, seen) } };
  const answer = await changesApi('PUT', '/admin/blog/posts/:slug/changes', call);
  return answer.ok ? { ok: true, value: { post, changes: answer.value } } : answer;
}

function withoutChanges(answer: ApiResult<Saved['post']>): ApiResult<Saved> {
  return answer.ok ? { ok: true, value: { post: answer.value, changes: null } } : answer;
}

export function timeOf({ publishAt }: SaveRequest, { changes }: Stored): string | null {
  return publishAt === undefined ? plannedTime(changes) : publishAt;
}

export function isDone(
  { seen, sent, request }: Pick<Save, 'seen' | 'sent' | 'request'>,
  stored: Conflict['stored'],
  origin = window.location.origin,
): boolean {
  const { post, changes } = stored;
  if (!isSame(valuesOfPost(latestOf(stored), origin), sent)) return false;
  if (!request.isUnpublished) return changes === null && post.status === request.status;
  const time = (instant: string | null) => (instant === null ? null : Date.parse(instant));
  return changes !== null && time(timeOf(request, seen)) === time(changes.publishAt);
}

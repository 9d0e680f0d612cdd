import { type ApiFailure, type ApiResult, isSameAccount } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { storedSession } from '../../../admin/session/session.ts';
import {
  draftOfValues,
  isSame,
  type PostFormValues,
  valuesOfPost,
} from '../../../posts/admin/post-form-values.ts';
import type { PostAnswer } from '../../../posts/admin/update-post.ts';
import type { adminPosts } from '../../../posts/api/admin-posts.ts';
import type { unpublishedChanges } from '../../../posts/api/unpublished-changes.ts';
import type { Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import { readStored, type Stored } from '../post-form/read-stored.ts';
import { type Conflict, latestOf } from './conflict-dialog.tsx';
import type { SaveRequest } from './save-by-key.ts';

const api = caller<typeof adminPosts>();

/** What is saved of a post: with what its readers would miss, which is unknown of one that was found saved. */
export type Saved = { post: PostAnswer; changes: UnpublishedChanges | null };

type Save = {
  /** The id of the post. */
  id: string;
  /** The etag of the version that was edited; null for a new post. */
  base: string | null;
  /** The post as last seen. */
  seen: Stored;
  sent: PostFormValues;
  request: SaveRequest;
};

/** Saves a post. A conflict with the same text that the writer has saved before is a lost answer, and a success. */
export async function sendSave(
  save: Save,
): Promise<ApiResult<Saved> | { ok: false; conflict: Conflict }> {
  const answer = await call(save);
  if (answer.ok) return answer;
  const current = storedIn(answer.failure);
  if (current === undefined) return answer;
  // The slug of unpublished changes is not an address yet.
  const slug = current.status === 'draft' ? current.slug : (save.seen.post?.slug ?? current.slug);
  const stored = await readStored(slug);
  if (!stored.ok) return stored;
  const { savedBy = null, savedAt = current.updated_at } = current;
  const isOwn = isSameAccount(savedBy ?? '', storedSession()?.email ?? '');
  if (isOwn && isDone(save, stored.value)) return { ok: true, value: stored.value };
  const { request } = save;
  return { ok: false, conflict: { stored: stored.value, savedBy, savedAt, request } };
}

async function call({ id, base, seen, sent, request }: Save): Promise<ApiResult<Saved>> {
  const { post } = seen;
  const { acknowledged } = request;
  const json = {
    ...draftOfValues(sent, window.location.origin, post?.publishDate ?? null),
    ...(acknowledged?.length ? { acknowledged } : {}),
  };
  if (base === null || post === null) {
    return withoutChanges(await api('POST', '/admin/blog/posts', { json: { ...json, id } }));
  }
  const param = { slug: post.slug };
  if (!request.isUnpublished) {
    const call = { param, json: { ...json, etag: base } };
    return withoutChanges(await api('PUT', '/admin/blog/posts/:slug', call));
  }
  const answer = await caller<typeof unpublishedChanges>()(
    'PUT',
    '/admin/blog/posts/:slug/changes',
    { param, json: { ...json, etag: base, publishAt: timeOf(request, seen.changes) } },
  );
  return answer.ok ? { ok: true, value: { post, changes: answer.value } } : answer;
}

function withoutChanges(answer: ApiResult<PostAnswer>): ApiResult<Saved> {
  return answer.ok ? { ok: true, value: { post: answer.value, changes: null } } : answer;
}

/** When changes are to be published; null for not by themselves. */
export function timeOf(
  { publishAt }: SaveRequest,
  changes: UnpublishedChanges | null,
): string | null {
  if (publishAt !== undefined) return publishAt;
  const { publishAt: planned = null, problem = null } = changes ?? {};
  const isAhead = planned !== null && planned > new Date().toISOString();
  return isAhead && problem === null ? planned : null;
}

function storedIn(failure: ApiFailure) {
  type Current = Post & { savedBy?: string | null; savedAt?: string };
  return failure.kind === 'rejected' ? (failure.current as Current | undefined) : undefined;
}

/** Whether what was sent is what is stored: also published, or not, at the same time. */
export function isDone(
  { seen, sent, request }: Pick<Save, 'seen' | 'sent' | 'request'>,
  stored: Conflict['stored'],
  origin = window.location.origin,
): boolean {
  const { status, changes } = { status: stored.post.status, changes: stored.changes };
  if (!isSame(valuesOfPost(latestOf(stored), origin), sent)) return false;
  if (!request.isUnpublished) return changes === null && status === request.status;
  if (changes === null) return false;
  const wanted = timeOf(request, seen.changes);
  return (
    Date.parse(wanted ?? '') === Date.parse(changes.publishAt ?? '') || wanted === changes.publishAt
  );
}

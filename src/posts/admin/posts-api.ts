import { sendSigned } from '../../admin/api.ts';
import { queryOf } from '../../admin/lists/query-of.ts';
import type { Finding } from '../../text/finding.ts';
import type { AuthoredFields, Post, PostStatus } from '../post.ts';
import type { PostDraft } from '../post-input.ts';
import type { BodyPreview } from '../preview.ts';
import type { AdminPostSummary } from '../reading.ts';
import type { ListedRevision, Revision } from '../revisions.ts';
import type { UnpublishedChanges } from '../unpublished-changes.ts';

/** The REST API of posts, their unpublished changes and their revisions. */

export type PostPage = { posts: AdminPostSummary[]; total: number; nextCursor: string | null };

export type Stats = { total_posts: number; published_posts: number; draft_posts: number };

/** A post that was saved, with what its readers would miss; that is unknown of one that was found saved. */
export type PostAnswer = Post & { findings?: Finding[] };

/** A post to be saved, with the codes of the warnings that its writer has seen. */
export type CheckedDraft = PostDraft & { acknowledged?: readonly string[] };

/** Identifies the version of a post that was read. */
export type PostVersion = Pick<Post, 'slug' | 'version'>;

/** An empty value matches any post. */
export type PostFilter = { q: string; status: PostStatus | 'scheduled' | 'changes' | 'trash' | '' };

/** Posts per page: more than a screen shows, few enough to arrive at once. */
const POSTS_PAGE = 50;

export function listPosts({ q, status }: PostFilter, cursor?: string) {
  const isFlag = status === 'changes' || status === 'scheduled';
  const filter = isFlag ? { [status]: 'true' } : { status };
  const query = queryOf({ q, ...filter, cursor, limit: `${POSTS_PAGE}` });
  return sendSigned<PostPage>('GET', `/api/admin/blog/posts?${query}`);
}

export function readStats() {
  return sendSigned<Stats>('GET', '/api/admin/stats');
}

/** A post by its slug or a former one. */
export function readPost(slug: string) {
  return sendSigned<Post>('GET', `/api/blog/posts/${encodeURIComponent(slug)}`);
}

/** @param key the same for every attempt to save this post, so that it is created once */
export function createPost(draft: CheckedDraft, key: string) {
  return sendSigned<PostAnswer>('POST', '/api/admin/blog/posts', draft, { 'Idempotency-Key': key });
}

/**
 * Replaces a post; rejected with 409 when it has changed since that version.
 *
 * @param changes the unpublished changes that the draft contains: they end with the save
 */
export function updatePost(
  { slug, version }: PostVersion,
  draft: CheckedDraft,
  changes: UnpublishedChanges | null = null,
) {
  const path = `/api/admin/blog/posts/${encodeURIComponent(slug)}`;
  return sendSigned<PostAnswer>('PUT', path, { ...draft, version, changes: changes?.etag });
}

/** The changes to a public post that are not public yet; null for none. */
export function readChanges(slug: string) {
  return sendSigned<{ changes: UnpublishedChanges | null }>('GET', changesPath(slug));
}

/** What changes replace, and when they are published. */
type ChangesBase = {
  /** The public post. */
  post: PostVersion;
  replaced: UnpublishedChanges | null;
  /** ISO 8601; null for not by themselves. */
  publishAt: string | null;
};

/** Saves changes without publishing them; rejected with 409 when the post or its changes are other ones. */
export function saveChanges({ post, replaced, publishAt }: ChangesBase, draft: CheckedDraft) {
  const { slug, version } = post;
  const etag = replaced?.etag ?? null;
  const body = { ...draft, version, etag, publishAt };
  return sendSigned<UnpublishedChanges>('PUT', changesPath(slug), body);
}

export function discardChanges(slug: string, { etag }: UnpublishedChanges) {
  return sendSigned<void>('DELETE', `${changesPath(slug)}?etag=${etag}`);
}

function changesPath(slug: string): string {
  return `/api/admin/blog/posts/${encodeURIComponent(slug)}/changes`;
}

/** Deletes a post as it is shown; a 409 for a newer version. */
export function deletePost({ slug, version }: Pick<Post, 'slug' | 'version'>) {
  const path = `/api/admin/blog/posts/${encodeURIComponent(slug)}`;
  return sendSigned<void>('DELETE', `${path}?version=${version}`);
}

/** What a writer should know before a post is published. */
export function checkPost({ content, references, citationStyle, isResearch }: PostDraft) {
  const body = { content, references, citationStyle, isResearch };
  return sendSigned<{ findings: Finding[] }>('POST', '/api/admin/posts/check', body);
}

/** What of a post its text is rendered and checked with. */
export type CitedFields = Pick<AuthoredFields, 'references' | 'citationStyle' | 'isResearch'>;

/** Renders a body as a save does. */
export function renderPreview(content: string, cited?: Partial<CitedFields>) {
  return sendSigned<BodyPreview>('POST', '/api/admin/preview', { content, ...cited });
}

/** Latest first. */
export function listRevisions(slug: string) {
  const path = `/api/admin/blog/posts/${encodeURIComponent(slug)}/revisions`;
  return sendSigned<{ revisions: ListedRevision[] }>('GET', path);
}

export function readRevision({ slug, version }: PostVersion) {
  const path = `/api/admin/blog/posts/${encodeURIComponent(slug)}/revisions/${version}`;
  return sendSigned<Revision>('GET', path);
}

import type { AuditEvent } from '../../domain/audit.ts';
import type { AutosaveSummary } from '../../domain/posts/autosaves.ts';
import type { Post, PostStatus, PostSummary } from '../../domain/posts/post.ts';
import type { PostDraft } from '../../domain/posts/post-input.ts';
import type { BodyPreview } from '../../domain/posts/preview.ts';
import type { PreviewDays, PreviewLink } from '../../domain/posts/preview-links.ts';
import type { Revision, RevisionSummary } from '../../domain/posts/revisions.ts';
import { type FieldIssue, issueText } from './field-issues.ts';
import type { PostFormValues } from './post-form-values.ts';
import { clearSession, type StoredSession, storedSession } from './session.ts';

/** The admin area's client of the REST API (specification section 7). */

export type Refusal =
  /** No valid token; the stored session is cleared already. */
  | { kind: 'signed-out' }
  /** No response, or not all of it. */
  | { kind: 'network' }
  /** The browser could not do it, for example use a passkey. */
  | { kind: 'browser'; detail?: string }
  | {
      kind: 'refused';
      status: number;
      /** The server's reason, when it is text. */
      detail?: string;
      issues: FieldIssue[];
      /** With a 409 for a stale version: the stored post. */
      current?: Post;
    };

export type Answer<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** Success without a value. */
export const DONE: Answer<void> = { ok: true, value: undefined };

export type PostPage = { posts: PostSummary[]; total: number; nextCursor: string | null };

export type EventPage = { events: AuditEvent[]; nextCursor: string | null };

export type Stats = { total_posts: number; published_posts: number; draft_posts: number };

/** Identifies the version of a post that was read. */
export type PostVersion = Pick<Post, 'slug' | 'version'>;

/** The unsaved values of a form, stored on the server. */
export type Autosave = {
  document: string;
  values: PostFormValues;
  version: number | null;
  /** Grows with every autosave of the document. */
  sequence: number;
  /** ISO 8601. */
  savedAt: string;
};

export type NewAutosave = Omit<Autosave, 'savedAt'>;

/** An empty value matches any post. */
export type PostFilter = { q: string; status: PostStatus | '' };

/** Checks the stored token. */
export function verifySession() {
  return sendSigned<{ email: string; expires_at: string }>('POST', '/api/admin/verify');
}

/** Revokes a token, also while the page unloads. */
export function revokeToken({ token }: StoredSession) {
  return send<void>('POST', '/api/admin/logout', { token, keepalive: true });
}

/** Posts per page: more than a screen shows, few enough to arrive at once. */
const POSTS_PAGE = 50;

export function listPosts({ q, status }: PostFilter, cursor?: string) {
  const wanted = { q, status, cursor: cursor ?? '', limit: `${POSTS_PAGE}` };
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ''));
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
export function createPost(draft: PostDraft, key: string) {
  return sendSigned<Post>('POST', '/api/admin/blog/posts', draft, { 'Idempotency-Key': key });
}

/** Replaces a post; rejected with 409 when it has changed since that version. */
export function updatePost({ slug, version }: PostVersion, draft: PostDraft) {
  const path = `/api/admin/blog/posts/${encodeURIComponent(slug)}`;
  return sendSigned<Post>('PUT', path, { ...draft, version });
}

export function deletePost(slug: string) {
  return sendSigned<void>('DELETE', `/api/admin/blog/posts/${encodeURIComponent(slug)}`);
}

/** The unsaved values of a document, from any browser. */
export function readAutosave(document: string) {
  return sendSigned<Autosave>('GET', `/api/admin/autosaves/${document}`);
}

/** All autosaves, latest first, without their texts. */
export function listAutosaves() {
  return sendSigned<{ autosaves: AutosaveSummary[] }>('GET', '/api/admin/autosaves');
}

/** Rejected with 409 when an autosave with this sequence or a greater one is stored. */
export function saveAutosave({ document, ...autosave }: NewAutosave) {
  return sendSigned<Autosave>('PUT', `/api/admin/autosaves/${document}`, autosave);
}

/** @param sequence deletes older autosaves, also one that arrives later; without it, any that is stored */
export function discardAutosave(document: string, sequence?: number) {
  const query = sequence === undefined ? '' : `?sequence=${sequence}`;
  return sendSigned<void>('DELETE', `/api/admin/autosaves/${document}${query}`);
}

/** Renders a body as a save does. */
export function renderPreview(content: string) {
  return sendSigned<BodyPreview>('POST', '/api/admin/preview', { content });
}

/** Latest first. */
export function listRevisions(slug: string) {
  const path = `/api/admin/blog/posts/${encodeURIComponent(slug)}/revisions`;
  return sendSigned<{ revisions: RevisionSummary[] }>('GET', path);
}

export function readRevision({ slug, version }: PostVersion) {
  const path = `/api/admin/blog/posts/${encodeURIComponent(slug)}/revisions/${version}`;
  return sendSigned<Revision>('GET', path);
}

/** A preview link with its URL, which the API returns once. */
export type CreatedPreviewLink = PreviewLink & { address: string };

/** Latest first. */
export function listPreviewLinks(slug: string) {
  return sendSigned<{ links: PreviewLink[] }>('GET', previewLinksPath(slug));
}

export function createPreviewLink(slug: string, days: PreviewDays) {
  return sendSigned<CreatedPreviewLink>('POST', previewLinksPath(slug), { days });
}

export function revokePreviewLink(slug: string, { id }: PreviewLink) {
  return sendSigned<void>('DELETE', `${previewLinksPath(slug)}/${id}`);
}

function previewLinksPath(slug: string): string {
  return `/api/admin/blog/posts/${encodeURIComponent(slug)}/preview-links`;
}

/** Audit entries, latest first. */
export function listEvents(cursor?: string) {
  const query = new URLSearchParams({ limit: '50', ...(cursor === undefined ? {} : { cursor }) });
  return sendSigned<EventPage>('GET', `/api/admin/audit?${query}`);
}

/** The message for the page: the server's reason when there is one, else the fallback. */
export function refusalMessage(refusal: Refusal, fallback: string): string {
  if (refusal.kind === 'network') return 'Network error. Please try again.';
  if (refusal.kind === 'signed-out') return 'Your session has ended. Please sign in again.';
  const issues = refusal.kind === 'refused' ? refusal.issues : [];
  return refusal.detail ?? (issues.map(issueText).join(' ') || fallback);
}

/** The message of the first failed call; the fallback when none failed. */
export function firstFailure(answers: readonly Answer<unknown>[], fallback: string): string {
  for (const answer of answers) if (!answer.ok) return refusalMessage(answer.refusal, fallback);
  return fallback;
}

/** A 404: somebody else may have removed it. */
function isMissing(refusal: Refusal): boolean {
  return refusal.kind === 'refused' && refusal.status === 404;
}

/** Counts the deletion of a missing resource as done. */
export async function ignoreMissing(call: Promise<Answer<void>>): Promise<Answer<void>> {
  const answer = await call;
  return answer.ok || !isMissing(answer.refusal) ? answer : DONE;
}

/** For a form that shows issues beside its fields: they are not repeated above it. */
export function formMessage(refusal: Refusal, fallback: string): string {
  const hasIssues = refusal.kind === 'refused' && refusal.issues.length > 0;
  return hasIssues ? fallback : refusalMessage(refusal, fallback);
}

/** A request with the stored token. */
export function sendSigned<T>(
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<Answer<T>> {
  return withToken((token) => send<T>(method, path, { token, body, headers }));
}

/**
 * Makes a call with the stored token. Without one, or after a 401, the stored session is cleared; a call that was
 * made with an older token than the stored one is repeated with that.
 */
export async function withToken<T>(
  call: (token: string) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const session = storedSession();
  const answer = session && (await call(session.token));
  const isValid =
    answer !== null &&
    (answer.ok || answer.refusal.kind !== 'refused' || answer.refusal.status !== 401);
  if (isValid) return answer;
  const stored = storedSession();
  if (session !== null && stored !== null && stored.token !== session.token) return withToken(call);
  clearSession();
  return { ok: false, refusal: { kind: 'signed-out' } };
}

type Options = {
  token?: string;
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
  keepalive?: boolean;
};

/** Longer than any call takes on the server. Without it, a dead connection would hang for minutes. */
const TIMEOUT_MS = 90_000;

/** A request that neither reads nor changes the stored session. */
export async function send<T>(method: string, path: string, options: Options): Promise<Answer<T>> {
  const { token, body, headers, keepalive = false } = options;
  const request = {
    method,
    keepalive,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...headers,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  try {
    const response = await fetch(path, request);
    return readAnswer<T>(response.status, response.ok, await response.text());
  } catch {
    // Only `fetch` and reading the body can throw above.
    return { ok: false, refusal: { kind: 'network' } };
  }
}

/** @param text the response body */
export function readAnswer<T>(status: number, ok: boolean, text: string): Answer<T> {
  const body = parseJson(text);
  if (ok && (status === 204 || body !== undefined)) return { ok: true, value: body as T };
  const { detail, current } = (body ?? {}) as { detail?: string | FieldIssue[]; current?: Post };
  return {
    ok: false,
    refusal: {
      kind: 'refused',
      status,
      ...(typeof detail === 'string' ? { detail } : {}),
      issues: Array.isArray(detail) ? detail : [],
      ...(current === undefined ? {} : { current }),
    },
  };
}

/** Undefined for a body that is not JSON, such as a proxy's error page. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

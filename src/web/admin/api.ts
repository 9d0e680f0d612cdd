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

/** The REST API as the admin area calls it (specification section 7). */

export type Refusal =
  /** No valid token: what was stored is cleared already. */
  | { kind: 'signed-out' }
  /** No answer at all. */
  | { kind: 'network' }
  /** Something that the browser could not do, such as using a passkey. */
  | { kind: 'browser'; detail?: string }
  | {
      kind: 'refused';
      status: number;
      /** The server's reason, when it gave one in words. */
      detail?: string;
      issues: FieldIssue[];
      /** With a 409 for a stale version: the post as it stands. */
      current?: Post;
    };

export type Answer<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** The answer of what has nothing to answer. */
export const DONE: Answer<void> = { ok: true, value: undefined };

export type PostPage = { posts: PostSummary[]; total: number; nextCursor: string | null };

export type EventPage = { events: AuditEvent[]; nextCursor: string | null };

export type Stats = { total_posts: number; published_posts: number; draft_posts: number };

/** A post as it stood when it was read. */
export type PostVersion = Pick<Post, 'slug' | 'version'>;

/** What a form held when it was last kept on the server. */
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

/** Which posts to list; empty values mean any. */
export type PostFilter = { q: string; status: PostStatus | '' };

/** Asks the server whether the stored token is good. */
export function verifySession() {
  return sendSigned<{ email: string; expires_at: string }>('POST', '/api/admin/verify');
}

/** Revokes a token, also while the page that asks for it is being left. */
export function revokeToken({ token }: StoredSession) {
  return send<void>('POST', '/api/admin/logout', { token, keepalive: true });
}

/** How many posts are fetched at a time: enough to scroll, few enough to be there at once. */
const POSTS_PAGE = 50;

export function listPosts({ q, status }: PostFilter, cursor?: string) {
  const wanted = { q, status, cursor: cursor ?? '', limit: `${POSTS_PAGE}` };
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ''));
  return sendSigned<PostPage>('GET', `/api/admin/blog/posts?${query}`);
}

export function readStats() {
  return sendSigned<Stats>('GET', '/api/admin/stats');
}

/** A post by its slug, or by one it had before. */
export function readPost(slug: string) {
  return sendSigned<Post>('GET', `/api/blog/posts/${encodeURIComponent(slug)}`);
}

/** @param key the same for every attempt to save this post, so that it is made once */
export function createPost(draft: PostDraft, key: string) {
  return sendSigned<Post>('POST', '/api/admin/blog/posts', draft, { 'Idempotency-Key': key });
}

/** Replaces a post, unless it has changed since that version. */
export function updatePost({ slug, version }: PostVersion, draft: PostDraft) {
  const path = `/api/admin/blog/posts/${encodeURIComponent(slug)}`;
  return sendSigned<Post>('PUT', path, { ...draft, version });
}

export function deletePost(slug: string) {
  return sendSigned<void>('DELETE', `/api/admin/blog/posts/${encodeURIComponent(slug)}`);
}

/** What was typed into the form of a document and not saved, wherever that was. */
export function readAutosave(document: string) {
  return sendSigned<Autosave>('GET', `/api/admin/autosaves/${document}`);
}

/** Everything typed and not saved, the latest first, without the texts. */
export function listAutosaves() {
  return sendSigned<{ autosaves: AutosaveSummary[] }>('GET', '/api/admin/autosaves');
}

/** Refused with 409 when something with this sequence or a greater one is kept. */
export function saveAutosave({ document, ...autosave }: NewAutosave) {
  return sendSigned<Autosave>('PUT', `/api/admin/autosaves/${document}`, autosave);
}

/** @param sequence drops what is older, also when it arrives later; without it, whatever stands */
export function discardAutosave(document: string, sequence?: number) {
  const query = sequence === undefined ? '' : `?sequence=${sequence}`;
  return sendSigned<void>('DELETE', `/api/admin/autosaves/${document}${query}`);
}

/** Renders a body as saving it would. */
export function renderPreview(content: string) {
  return sendSigned<BodyPreview>('POST', '/api/admin/preview', { content });
}

/** Every save of a post, the latest first. */
export function listRevisions(slug: string) {
  const path = `/api/admin/blog/posts/${encodeURIComponent(slug)}/revisions`;
  return sendSigned<{ revisions: RevisionSummary[] }>('GET', path);
}

export function readRevision({ slug, version }: PostVersion) {
  const path = `/api/admin/blog/posts/${encodeURIComponent(slug)}/revisions/${version}`;
  return sendSigned<Revision>('GET', path);
}

/** A preview link with its address, which is told once. */
export type CreatedPreviewLink = PreviewLink & { address: string };

/** The links that lead reviewers to a post, the latest first. */
export function listPreviewLinks(slug: string) {
  return sendSigned<{ links: PreviewLink[] }>('GET', previewLinksOf(slug));
}

export function createPreviewLink(slug: string, days: PreviewDays) {
  return sendSigned<CreatedPreviewLink>('POST', previewLinksOf(slug), { days });
}

export function revokePreviewLink(slug: string, { id }: PreviewLink) {
  return sendSigned<void>('DELETE', `${previewLinksOf(slug)}/${id}`);
}

function previewLinksOf(slug: string): string {
  return `/api/admin/blog/posts/${encodeURIComponent(slug)}/preview-links`;
}

/** Who did what, the latest first. */
export function listEvents(cursor?: string) {
  const query = new URLSearchParams({ limit: '50', ...(cursor === undefined ? {} : { cursor }) });
  return sendSigned<EventPage>('GET', `/api/admin/audit?${query}`);
}

/** What to tell the person: the server's reason when there is one, else the fallback. */
export function refusalMessage(refusal: Refusal, fallback: string): string {
  if (refusal.kind === 'network') return 'Network error. Please try again.';
  if (refusal.kind === 'signed-out') return 'Your session has ended. Please sign in again.';
  const issues = refusal.kind === 'refused' ? refusal.issues : [];
  return refusal.detail ?? (issues.map(issueText).join(' ') || fallback);
}

/** Why the first of several calls failed that did; the fallback when all are answered. */
export function firstFailure(answers: readonly Answer<unknown>[], fallback: string): string {
  for (const answer of answers) if (!answer.ok) return refusalMessage(answer.refusal, fallback);
  return fallback;
}

/** Whether what was to be changed is not there: somebody else may have removed it. */
export function isMissing(refusal: Refusal): boolean {
  return refusal.kind === 'refused' && refusal.status === 404;
}

/** A removal of what is not there has done what was asked for. */
export async function ignoreMissing(call: Promise<Answer<void>>): Promise<Answer<void>> {
  const answer = await call;
  return answer.ok || !isMissing(answer.refusal) ? answer : DONE;
}

/** For a form that shows issues beside its fields: they are not told a second time above it. */
export function formMessage(refusal: Refusal, fallback: string): string {
  const hasIssues = refusal.kind === 'refused' && refusal.issues.length > 0;
  return hasIssues ? fallback : refusalMessage(refusal, fallback);
}

/** A call with the stored token. */
export async function sendSigned<T>(
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<Answer<T>> {
  const session = storedSession();
  if (session === null) return signedOut();
  return keepSession(await send<T>(method, path, { token: session.token, body, headers }));
}

/** What was stored of a session that is over is cleared. */
export function signedOut(): Answer<never> {
  clearSession();
  return { ok: false, refusal: { kind: 'signed-out' } };
}

/** The answer to a call with a token; a token that is not good (any more) signs out. */
export function keepSession<T>(answer: Answer<T>): Answer<T> {
  const isGood = answer.ok || answer.refusal.kind !== 'refused' || answer.refusal.status !== 401;
  return isGood ? answer : signedOut();
}

type Options = {
  token?: string;
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
  keepalive?: boolean;
};

/** Longer than the server takes for any call. Without it, a dead connection would wait for minutes. */
const TIMEOUT_MS = 90_000;

/** A call with what it is given, and nothing of what is stored. */
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
    // The answer, or the end of it, did not arrive; nothing else is called above.
    return { ok: false, refusal: { kind: 'network' } };
  }
}

/** @param text the body of the answer */
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

/** A proxy's own error page is not JSON: then there is nothing to read in it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

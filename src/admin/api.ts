import { type FieldIssue, issueText } from './field-issues.ts';
import { clearSession, storedSession } from './session/session.ts';

/** The admin area's client of the REST API (specification section 7). */

export type ApiFailure =
  /** No valid token: a 401, or none was stored, and nobody signed in again. The stored session is cleared already. */
  | { kind: 'unauthenticated' }
  /** No response, or not all of it. */
  | { kind: 'network' }
  /** The browser could not do it, for example use a passkey. */
  | { kind: 'browser'; detail?: string }
  | {
      /** The server's other failures; `STATUS_OF_FAILURE` has the statuses. */
      kind: 'rejected';
      status: number;
      detail?: string;
      issues: FieldIssue[];
      /** What is stored, with a 409 for a stale version. */
      current?: unknown;
    };

export type ApiResult<T> = { ok: true; value: T } | { ok: false; failure: ApiFailure };

export const DONE: ApiResult<undefined> = { ok: true, value: undefined };

/** The message for the page: the server's reason when there is one, else the fallback. */
export function failureMessage(failure: ApiFailure, fallback: string): string {
  if (failure.kind === 'network') return 'Network error. Please try again.';
  if (failure.kind === 'unauthenticated') return 'Your session has ended. Please sign in again.';
  const issues = failure.kind === 'rejected' ? failure.issues : [];
  return failure.detail ?? (issues.map((issue) => issueText(issue)).join(' ') || fallback);
}

export function isMissing(failure: ApiFailure): boolean {
  return failure.kind === 'rejected' && failure.status === 404;
}

export async function ignoreMissing(call: Promise<typeof DONE>): Promise<typeof DONE> {
  const answer = await call;
  return answer.ok || !isMissing(answer.failure) ? answer : DONE;
}

/** Serves a form that shows issues beside its fields: they are not repeated above it. */
export function formMessage(failure: ApiFailure, fallback: string): string {
  const hasIssues = failure.kind === 'rejected' && failure.issues.length > 0;
  return hasIssues ? fallback : failureMessage(failure, fallback);
}

export type Send = (method: string, path: string, sent: SendOptions) => Promise<ApiResult<unknown>>;

/** A request with the stored token. After a 401 its administrator is asked to sign in again, and it goes on. */
export const sendSigned: Send = (method, path, options) =>
  withToken((token) => send(method, path, { ...options, token }));

/** The same for what nobody has asked for: it fails after a 401, since a dialog would take the keys of who types. */
export const sendSilently: Send = (method, path, options) =>
  withToken((token) => send(method, path, { ...options, token }), { isSilent: true });

type SignIn = {
  email: string;
  /** Resolves when the dialog is closed, whether or not somebody has signed in. */
  open: () => Promise<void>;
  close: () => void;
};

let signIn: SignIn | null = null;
/** One dialog serves all calls that wait for it. */
let signingIn: Promise<void> | null = null;

export function offerSignIn(offered: SignIn): void {
  signIn = offered;
}

/** Signs out where the page itself leads to the login: what waits for a sign-in fails. */
export function endSession(): void {
  clearSession();
  withdrawSignIn();
}

/** What waits for a sign-in fails. */
export function withdrawSignIn(): void {
  const offered = signIn;
  signIn = null;
  offered?.close();
}

/** The stored session, if it is of the account that opened the page: another tab may have signed in to another one. */
function sessionOfPage() {
  const session = storedSession();
  return session === null || signIn === null || isSameAccount(session.email, signIn.email)
    ? session
    : null;
}

export function isSameAccount(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/**
 * Makes a call with the stored token. After a 401, and without a token, the same account may sign in again in a dialog; a
 * call that was made with an older token than the stored one is repeated with that.
 */
export async function withToken<T>(
  call: (token: string) => Promise<ApiResult<T>>,
  { isSilent = false } = {},
): Promise<ApiResult<T>> {
  const session = sessionOfPage();
  if (session !== null) {
    const answer = await call(session.token);
    const isValid =
      answer.ok || answer.failure.kind !== 'rejected' || answer.failure.status !== 401;
    if (isValid) return answer;
    if (storedSession()?.token === session.token) clearSession();
  }
  if (sessionOfPage() === null && signIn !== null && !isSilent) {
    signingIn ??= signIn.open().finally(() => {
      signingIn = null;
    });
    await signingIn;
  }
  return sessionOfPage() === null
    ? { ok: false, failure: { kind: 'unauthenticated' } }
    : withToken(call, { isSilent });
}

type SendOptions = {
  token?: string;
  /** JSON, or a file. */
  body?: object | undefined;
  keepalive?: boolean;
  signal?: AbortSignal;
  /** Takes a file, for which a call may last as long as it needs; by default, the response is read as JSON. */
  take?: (response: Response) => Promise<void>;
};

/** Longer than any call takes on the server. Without it, a dead connection would hang for minutes. */
const TIMEOUT_MS = 90_000;

/** A request that neither reads nor changes the stored session. */
export const send: Send = async (method, path, options) => {
  const { token, body, keepalive = false, signal, take } = options;
  const file = body instanceof Blob ? body : null;
  const ends = [signal, file || take ? undefined : AbortSignal.timeout(TIMEOUT_MS)];
  const request = {
    method,
    keepalive,
    signal: AbortSignal.any(ends.filter((end) => end !== undefined)),
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': `application/${file ? 'octet-stream' : 'json'}` }),
    },
    ...(body && { body: file ?? JSON.stringify(body) }),
  };
  try {
    const response = await fetch(path, request);
    if (response.ok && take !== undefined) {
      await take(response);
      return DONE;
    }
    return readAnswer(response.status, response.ok, await response.text());
  } catch {
    // Only `fetch` and reading the body can throw above.
    return { ok: false, failure: { kind: 'network' } };
  }
};

/** @param text the response body, which may be a proxy's error page instead of JSON */
export function readAnswer(status: number, ok: boolean, text: string): ApiResult<unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (ok && (status === 204 || body !== undefined)) return { ok: true, value: body };
  const { detail, current } = (body ?? {}) as { detail?: string | FieldIssue[]; current?: unknown };
  return {
    ok: false,
    failure: {
      kind: 'rejected',
      status,
      ...(typeof detail === 'string' ? { detail } : {}),
      issues: Array.isArray(detail) ? detail : [],
      ...(current === undefined ? {} : { current }),
    },
  };
}

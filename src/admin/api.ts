import { type FieldIssue, issueText } from './field-issues.ts';
import { clearSession, storedSession } from './session/session.ts';

/** The admin area's client of the REST API (specification section 7). */

export type ApiFailure =
  /** No valid token: a 401, or none was stored. The stored session is cleared already. */
  | { kind: 'unauthenticated' }
  /** No response, or not all of it. */
  | { kind: 'network' }
  /** The browser could not do it, for example use a passkey. */
  | { kind: 'browser'; detail?: string }
  | {
      /** The server's other failures; `STATUS_OF_FAILURE` has the statuses. */
      kind: 'rejected';
      status: number;
      /** The server's reason, when it is text. */
      detail?: string;
      issues: FieldIssue[];
      /** What is stored, with a 409 for a stale version. */
      current?: unknown;
    };

/** As `Result` of the server, with the failures of a call. */
export type ApiResult<T> = { ok: true; value: T } | { ok: false; failure: ApiFailure };

/** Success without a value. */
export const DONE: ApiResult<void> = { ok: true, value: undefined };

/** The message for the page: the server's reason when there is one, else the fallback. */
export function failureMessage(failure: ApiFailure, fallback: string): string {
  if (failure.kind === 'network') return 'Network error. Please try again.';
  if (failure.kind === 'unauthenticated') return 'Your session has ended. Please sign in again.';
  const issues = failure.kind === 'rejected' ? failure.issues : [];
  return failure.detail ?? (issues.map(issueText).join(' ') || fallback);
}

/** The message of the first failed call; the fallback when none failed. */
export function firstFailure(answers: readonly ApiResult<unknown>[], fallback: string): string {
  for (const answer of answers) if (!answer.ok) return failureMessage(answer.failure, fallback);
  return fallback;
}

/** A 404: somebody else may have removed it. */
export function isMissing(failure: ApiFailure): boolean {
  return failure.kind === 'rejected' && failure.status === 404;
}

/** Counts the deletion of a missing resource as done. */
export async function ignoreMissing(call: Promise<ApiResult<void>>): Promise<ApiResult<void>> {
  const answer = await call;
  return answer.ok || !isMissing(answer.failure) ? answer : DONE;
}

/** Serves a form that shows issues beside its fields: they are not repeated above it. */
export function formMessage(failure: ApiFailure, fallback: string): string {
  const hasIssues = failure.kind === 'rejected' && failure.issues.length > 0;
  return hasIssues ? fallback : failureMessage(failure, fallback);
}

/** Makes a request; `caller` knows the type of the answer. */
export type Send = (
  method: string,
  path: string,
  options: SendOptions,
) => Promise<ApiResult<unknown>>;

/** A request with the stored token. */
export const sendSigned: Send = (method, path, options) =>
  withToken((token) => send(method, path, { ...options, token }));

/**
 * Makes a call with the stored token. Without one, or after a 401, the stored session is cleared; a call that was
 * made with an older token than the stored one is repeated with that.
 */
export async function withToken<T>(
  call: (token: string) => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  const session = storedSession();
  const answer = session && (await call(session.token));
  const isValid =
    answer !== null &&
    (answer.ok || answer.failure.kind !== 'rejected' || answer.failure.status !== 401);
  if (isValid) return answer;
  const stored = storedSession();
  if (session !== null && stored !== null && stored.token !== session.token) return withToken(call);
  clearSession();
  return { ok: false, failure: { kind: 'unauthenticated' } };
}

type SendOptions = {
  token?: string;
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
  keepalive?: boolean;
  /** Ends the call early; its answer is then a failure that nobody waits for. */
  signal?: AbortSignal;
};

/** Longer than any call takes on the server. Without it, a dead connection would hang for minutes. */
const TIMEOUT_MS = 90_000;

/** A request that neither reads nor changes the stored session. */
export const send: Send = async (method, path, options) => {
  const { token, body, headers, keepalive = false, signal } = options;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const request = {
    method,
    keepalive,
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    headers: {
      ...headers,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  try {
    const response = await fetch(path, request);
    return readAnswer(response.status, response.ok, await response.text());
  } catch {
    // Only `fetch` and reading the body can throw above.
    return { ok: false, failure: { kind: 'network' } };
  }
};

/** @param text the response body */
export function readAnswer(status: number, ok: boolean, text: string): ApiResult<unknown> {
  const body = parseJson(text);
  if (ok && (status === 204 || body !== undefined)) return { ok: true, value: body };
  const { detail, current } = (body ?? {}) as {
    detail?: string | FieldIssue[];
    current?: unknown;
  };
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

/** Undefined for a body that is not JSON, such as a proxy's error page. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

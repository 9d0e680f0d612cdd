/**
 * Expected outcomes as values: what a write answers when it could not be done as asked.
 * Anything thrown instead is a bug and becomes a 500 without details.
 */

/** One field that was not acceptable; `loc` is the path to it, as in the API's 422 answers. */
export type FieldIssue = {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
};

export type Failure =
  /** What was sent cannot be accepted; nothing was changed. */
  | { readonly kind: 'invalid'; readonly issues: readonly FieldIssue[] }
  /** Nobody is signed in, or the credentials are wrong. */
  | { readonly kind: 'unauthenticated'; readonly detail: string }
  | { readonly kind: 'not-found'; readonly detail: string }
  /** Somebody or something got there first; `current` is the state that stands. */
  | { readonly kind: 'conflict'; readonly detail: string; readonly current?: unknown }
  /** The route serves other methods, which are named. */
  | {
      readonly kind: 'method-not-allowed';
      readonly detail: string;
      readonly allow: readonly string[];
    }
  | { readonly kind: 'unsupported-media-type'; readonly detail: string }
  | { readonly kind: 'malformed'; readonly detail: string }
  | { readonly kind: 'too-large'; readonly detail: string }
  /** It may be tried again after so many seconds. */
  | { readonly kind: 'too-many'; readonly detail: string; readonly retryAfter: number }
  /** It cannot be done now, and nothing was changed; it may be tried again after so many seconds. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly retryAfter: number };

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Something cannot be done now, for want of threads, processes, descriptors or memory; nothing was changed,
 * and it may be tried again. The message is for people. With a `cause`, the system refused it.
 */
export class BusyError extends Error {
  override name = 'BusyError';
}

export const BUSY = 'The server has too much to do. Try again soon.';

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(failure: Failure): Result<never> {
  return { ok: false, failure };
}

/** A single unacceptable field of a request body. */
export function invalidField(field: string, msg: string, type: string): Result<never> {
  return fail({ kind: 'invalid', issues: [{ loc: ['body', field], msg, type }] });
}

/** The one table from kinds of failure to HTTP statuses (RFC 9110). */
export const STATUS_OF_FAILURE = {
  invalid: 422,
  unauthenticated: 401,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'unsupported-media-type': 415,
  malformed: 400,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
} as const satisfies Record<Failure['kind'], number>;

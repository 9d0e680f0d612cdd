/**
 * Expected failures as values. Any other error is a bug: it is thrown, and becomes a 500 without
 * details.
 */

/** An invalid field; `loc` is the path to it, as in the API's 422 responses. */
export type FieldIssue = {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
};

export type Failure =
  | { readonly kind: 'invalid'; readonly issues: readonly FieldIssue[] }
  | { readonly kind: 'unauthenticated'; readonly detail: string }
  /** The session is valid, but its role is too low. */
  | { readonly kind: 'forbidden'; readonly detail: string }
  | { readonly kind: 'not-found'; readonly detail: string }
  /** Another write came first; `current` is the stored state. */
  | { readonly kind: 'conflict'; readonly detail: string; readonly current?: unknown }
  | { readonly kind: 'unsupported-media-type'; readonly detail: string }
  | { readonly kind: 'malformed'; readonly detail: string }
  | { readonly kind: 'too-large'; readonly detail: string }
  /** `retryAfter` is in seconds. */
  | { readonly kind: 'too-many'; readonly detail: string; readonly retryAfter: number }
  /** `retryAfter` is in seconds. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly retryAfter: number };

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Nothing was changed, and a retry may succeed. The message is shown to people. `cause` is set
 * where the operating system refused.
 */
export class BusyError extends Error {
  override name = 'BusyError';
}

export class PicturesUnavailableError extends Error {
  override name = 'PicturesUnavailableError';
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(`Pictures cannot be stored or read (${code})`, options);
    this.code = code;
  }
}

export const BUSY = 'The server is too busy. Please try again soon.';

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(failure: Failure): Result<never> {
  return { ok: false, failure };
}

export const notFound = (detail: string) => fail({ kind: 'not-found', detail });
export const conflict = (detail: string) => fail({ kind: 'conflict', detail });

export function invalidField(field: string, msg: string, type: string): Result<never> {
  return fail({ kind: 'invalid', issues: [{ loc: ['body', field], msg, type }] });
}

export const STATUS_OF_FAILURE = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'unsupported-media-type': 415,
  malformed: 400,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
} as const satisfies Record<Failure['kind'], number>;

/**
 * The record of an id, if its version is the one that was seen; else a failure, with a conflict's `current` as it stands.
 *
 * @param one what it is called: "author"
 */
export function findVersion<R extends { id: string; version: number }>(
  records: readonly R[],
  one: string,
  id: string,
  version: number,
): Result<R> {
  const record = records.find((each) => each.id === id);
  if (record === undefined) return notFound(`There is no such ${one}.`);
  if (record.version === version) return succeed(record);
  const detail = `This ${one} was changed by someone else in the meantime.`;
  return fail({ kind: 'conflict', detail, current: record });
}

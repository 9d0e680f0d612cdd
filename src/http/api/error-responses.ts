import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod';
import { PicturesUnavailableError } from '../../domain/media/picture-store.ts';
import {
  BusyError,
  type Failure,
  type FieldIssue,
  type Result,
  STATUS_OF_FAILURE,
} from '../../failure.ts';

/** The JSON answer to a failure: its status, its `detail`, and the headers that go with it. */
export function failureResponse(failure: Failure): Response {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
  if (failure.kind === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer';
  if ('allow' in failure) headers.Allow = failure.allow.join(', ');
  if ('retryAfter' in failure) headers['Retry-After'] = String(failure.retryAfter);
  return Response.json(failureBody(failure), { status: STATUS_OF_FAILURE[failure.kind], headers });
}

function failureBody(failure: Failure): Record<string, unknown> {
  if (failure.kind === 'invalid') return { detail: failure.issues };
  return failure.kind === 'conflict' && failure.current !== undefined
    ? { detail: failure.detail, current: failure.current }
    : { detail: failure.detail };
}

/** Leaves a handler with a failure; `errorResponse` answers it. */
export class FailureError extends HTTPException {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(STATUS_OF_FAILURE[failure.kind]);
    this.failure = failure;
  }
}

/**
 * What came of a verb.
 *
 * @throws {FailureError} when it could not be done
 */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new FailureError(result.failure);
  return result.value;
}

const KIND_OF_STATUS: Partial<Record<number, 'malformed' | 'unsupported-media-type'>> = {
  400: 'malformed',
  415: 'unsupported-media-type',
};

const DETAIL = {
  malformed: 'The body is not well-formed JSON.',
  'unsupported-media-type': 'The body must be sent as application/json.',
} as const;

/** Seconds after which a database that is out of reach may be asked again. */
export const RETRY_AFTER = 5;

type Told = {
  /** Whether an error means that the database is out of reach or takes nothing. */
  isUnavailable: (error: unknown) => boolean;
  /** Whether it means that what was sent may have been saved all the same. */
  isOutcomeUnknown: (error: unknown) => boolean;
  /** Told of what must not happen. */
  reportError: (error: unknown) => void;
};

/**
 * Answers what a handler threw: a failure in its own words; a database that is out of reach by saying
 * so; anything else is a bug, and the answer says nothing of it.
 */
export function errorResponse(
  error: unknown,
  { isUnavailable, isOutcomeUnknown, reportError }: Told,
): Response {
  if (error instanceof FailureError) return failureResponse(error.failure);
  if (error instanceof HTTPException) {
    const kind = KIND_OF_STATUS[error.status];
    if (kind !== undefined) return failureResponse({ kind, detail: DETAIL[kind] });
  }
  if (error instanceof BusyError) {
    if (error.cause !== undefined) reportError(error);
    return failureResponse({ kind: 'unavailable', detail: error.message, retryAfter: RETRY_AFTER });
  }
  reportError(error);
  if (error instanceof PicturesUnavailableError) {
    const detail = 'Pictures cannot be stored or read at the moment. Try again soon.';
    return failureResponse({ kind: 'unavailable', detail, retryAfter: RETRY_AFTER });
  }
  if (isUnavailable(error)) {
    const detail = isOutcomeUnknown(error)
      ? 'The database did not answer. If you were saving something, look whether it was saved before you try again.'
      : 'The database cannot be reached or written to. Nothing was saved; try again soon.';
    return failureResponse({ kind: 'unavailable', detail, retryAfter: RETRY_AFTER });
  }
  return Response.json(
    { detail: 'Internal server error.' },
    { status: 500, headers: { 'Cache-Control': 'no-store' } },
  );
}

/** Where nothing is, or nothing can be. */
export const NOTHING_HERE = 'There is nothing here.';

export const LOCATION = { json: 'body', query: 'query', param: 'path', header: 'header' } as const;

/** What a schema found in a request, as the API's 422 answers put it. */
export function fieldIssues(
  error: z.core.$ZodError,
  target: keyof typeof LOCATION,
  sent: unknown,
): FieldIssue[] {
  return error.issues.map((issue) => {
    const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
    const loc = [LOCATION[target], ...path];
    return valueAt(sent, path) === undefined && issue.code === 'invalid_type'
      ? { loc, msg: 'Field required', type: 'missing' }
      : { loc, msg: issue.message, type: issue.code };
  });
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null && Object.hasOwn(current, key)
        ? current[key as keyof typeof current]
        : undefined,
    value,
  );
}

import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod';
import { type Outage, outageOf } from '../db/unavailable.ts';
import {
  BusyError,
  type Failure,
  PicturesUnavailableError,
  type Result,
  STATUS_OF_FAILURE,
} from '../failure.ts';

export function failureResponse(failure: Failure): Response {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
  if (failure.kind === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer';
  if ('retryAfter' in failure) headers['Retry-After'] = String(failure.retryAfter);
  const body = {
    detail: 'issues' in failure ? failure.issues : failure.detail,
    ...('current' in failure && { current: failure.current }),
  };
  return Response.json(body, { status: STATUS_OF_FAILURE[failure.kind], headers });
}

export class FailureError extends HTTPException {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(STATUS_OF_FAILURE[failure.kind]);
    this.failure = failure;
  }
}

/** @throws {FailureError} when the result is a failure */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new FailureError(result.failure);
  return result.value;
}

const UNREADABLE: Partial<Record<number, Failure>> = {
  400: { kind: 'malformed', detail: 'The body is not well-formed JSON.' },
  415: {
    kind: 'unsupported-media-type',
    detail: 'The body must be sent as application/json.',
  },
};

/** Seconds, when the database is unreachable or the server overloaded. */
export const RETRY_AFTER = 5;

const OUTAGE_DETAIL: Readonly<Record<Outage, string>> = {
  busy: 'The database is busy. Nothing was saved; please try again soon.',
  unanswered:
    'The database did not respond. If you were saving something, check whether it was saved before you try again.',
  unreachable:
    'The database cannot be reached or written to. Nothing was saved; please try again soon.',
  migrated:
    'This server is running an older version of the site than its database. Nothing was saved. The server must be updated or stopped.',
};

export function notFound(detail: string): FailureError {
  return new FailureError({ kind: 'not-found', detail });
}

export const postNotFound = (slug: string) => notFound(`There is no post at "${slug}".`);

/**
 * Temporary errors have a detail; the response to a bug reveals nothing.
 *
 * @param reportError called with errors that become a 5xx
 */
export function errorResponse(error: unknown, reportError: (error: unknown) => void): Response {
  if (error instanceof FailureError) return failureResponse(error.failure);
  if (error instanceof HTTPException) {
    const failure = UNREADABLE[error.status];
    if (failure !== undefined) return failureResponse(failure);
  }
  const retryable = describeTemporary(error);
  if (!(error instanceof BusyError) || error.cause !== undefined) reportError(error);
  if (retryable !== null) {
    return failureResponse({ kind: 'unavailable', detail: retryable, retryAfter: RETRY_AFTER });
  }
  return Response.json(
    { detail: 'Internal server error.' },
    { status: 500, headers: { 'Cache-Control': 'no-store' } },
  );
}

function describeTemporary(error: unknown): string | null {
  if (error instanceof BusyError) return error.message;
  if (error instanceof PicturesUnavailableError) {
    return 'Pictures and files cannot be stored or read at the moment. Please try again soon.';
  }
  const outage = outageOf(error);
  return outage && OUTAGE_DETAIL[outage];
}

export const NOTHING_HERE = 'There is nothing here.';

export const LOCATION = { json: 'body', query: 'query', param: 'path', header: 'header' } as const;

export function fieldIssues(error: z.core.$ZodError, target: keyof typeof LOCATION, sent: unknown) {
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

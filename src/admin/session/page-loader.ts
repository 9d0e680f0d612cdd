import { redirect } from 'react-router';
import { type ApiFailure, type ApiResult, failureMessage } from '../api.ts';
import { loginUrl } from './login-url.ts';

class FailedCall extends Error {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** What a call of a page's loader has read. */
export function orFail<T>(answer: ApiResult<T>): T {
  if (answer.ok) return answer.value;
  throw new FailedCall(answer.failure);
}

/**
 * Leads to the login when the session has ended and nobody signed in again.
 *
 * @param fallback the message when the server gives no reason
 */
export function pageLoader<Args extends { request: Request }, T>(
  fallback: string,
  read: (args: Args) => Promise<T>,
) {
  return async (args: Args): Promise<{ loaded: T | null; failure: string }> => {
    try {
      return { loaded: await read(args), failure: '' };
    } catch (error) {
      if (!(error instanceof FailedCall)) throw error;
      const { failure } = error;
      if (failure.kind === 'unauthenticated') throw redirect(loginUrl(new URL(args.request.url)));
      return { loaded: null, failure: failureMessage(failure, fallback) };
    }
  };
}

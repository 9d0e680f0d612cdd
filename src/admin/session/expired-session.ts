import { redirect } from 'react-router';
import type { ApiResult } from '../api.ts';
import { loginUrl } from './login-url.ts';

/**
 * Passes a loader's response on.
 *
 * @param url the page that the login leads back to
 * @throws a redirect to the login when the session has ended and nobody signed in again
 */
export function orLogin<T>(answer: ApiResult<T>, url: URL): ApiResult<T> {
  if (!answer.ok && answer.failure.kind === 'unauthenticated') throw redirect(loginUrl(url));
  return answer;
}

import { redirect } from 'react-router';
import type { Answer } from './api.ts';
import { loginUrl } from './login-url.ts';

/**
 * The answer to a call that a page needs.
 *
 * @param url where the login leads back to
 * @throws the way to the login, when that is why nothing was answered
 */
export function orLogin<T>(answer: Answer<T>, url: URL): Answer<T> {
  if (!answer.ok && answer.refusal.kind === 'signed-out') throw redirect(loginUrl(url));
  return answer;
}

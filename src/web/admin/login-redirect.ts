import { type NavigateOptions, redirect, useLocation, useNavigate } from 'react-router';
import type { Answer } from './api.ts';
import { loginUrl } from './login-url.ts';

/**
 * Passes a loader's response on.
 *
 * @param url the page that the login leads back to
 * @throws a redirect to the login when the session has ended
 */
export function orLogin<T>(answer: Answer<T>, url: URL): Answer<T> {
  if (!answer.ok && answer.refusal.kind === 'signed-out') throw redirect(loginUrl(url));
  return answer;
}

/** Navigates to the login, which leads back to the current page. */
export function useGoToLogin() {
  const navigate = useNavigate();
  const location = useLocation();
  return (options?: NavigateOptions) => navigate(loginUrl(location), options);
}

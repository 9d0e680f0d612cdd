import { type NavigateOptions, redirect, useLocation, useNavigate } from 'react-router';
import type { ApiResult } from '../api.ts';
import { loginUrl } from './login-url.ts';

/**
 * What follows a 401, which `withToken` turns into `unauthenticated`. One rule: the layout's guard, a loader,
 * and a view that has nothing to lose lead to the login and back (`orLogin`, `useGoToLogin`, which `useSubmit`
 * and `usePagedList` call); a view that holds unsaved input or uploads opens a sign-in in place
 * (`sign-in-dialog.tsx`) and continues with what was interrupted.
 */

/**
 * Passes a loader's response on.
 *
 * @param url the page that the login leads back to
 * @throws a redirect to the login when the session has ended
 */
export function orLogin<T>(answer: ApiResult<T>, url: URL): ApiResult<T> {
  if (!answer.ok && answer.failure.kind === 'unauthenticated') throw redirect(loginUrl(url));
  return answer;
}

/** Navigates to the login, which leads back to the current page. */
export function useGoToLogin() {
  const navigate = useNavigate();
  const location = useLocation();
  return (options?: NavigateOptions) => navigate(loginUrl(location), options);
}

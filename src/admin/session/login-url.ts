import { DASHBOARD } from '../dashboard-path.ts';

const LOGIN = '/admin/login';

export function loginUrl({ pathname, search }: { pathname: string; search: string }): string {
  return `${LOGIN}?${new URLSearchParams({ next: pathname + search })}`;
}

/**
 * The page after signing in: `next` of the login's URL when it is in this admin area, else the dashboard.
 * Anything outside `/admin/` would be an open redirect.
 */
export function urlAfterLogin(url: string): string {
  const { origin, searchParams } = new URL(url);
  const next = searchParams.get('next') ?? '';
  if (!URL.canParse(next, origin)) return DASHBOARD;
  const target = new URL(next, origin);
  const path = target.pathname.toLowerCase();
  const isAdminPage = target.origin === origin && path.startsWith('/admin/') && path !== LOGIN;
  return isAdminPage ? target.pathname + target.search : DASHBOARD;
}

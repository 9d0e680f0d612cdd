const LOGIN = '/admin/login';
const DASHBOARD = '/admin/dashboard';

/** The login, which leads back to a page of the admin area. */
export function loginUrl({ pathname, search }: { pathname: string; search: string }): string {
  return `${LOGIN}?${new URLSearchParams({ next: pathname + search })}`;
}

/**
 * Where to go after signing in: the `next` of the login's address when it is a page of this admin
 * area, else the dashboard. Anything that leaves `/admin/` would let a link send a freshly signed-in
 * administrator elsewhere.
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

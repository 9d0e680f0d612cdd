import type { ReactNode } from 'react';
import {
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from 'react-router';
import type { Route } from './+types/layout.ts';
import { AdminNav, AdminNavSpace } from './admin-nav.tsx';
import { verifySession } from './api.ts';
import { Loading } from './loading.tsx';
import { loginUrl } from './login-url.ts';
import { clearSession } from './session.ts';
import { StartFailure } from './start-failure.tsx';
import { useFocusRecovery } from './use-focus-recovery.ts';

/**
 * The guard of the admin area (specification section 6): a stored token and e-mail, then the
 * server's check. Any error answer signs out; without an answer the pages tell of it themselves.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const answer = await verifySession();
  if (answer.ok || answer.refusal.kind === 'network') return null;
  clearSession();
  throw redirect(loginUrl(new URL(request.url)));
}

/** Checks the token once for every page, not for every search on one. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return pageOf(currentUrl.pathname) !== pageOf(nextUrl.pathname);
}

/** What counts as one page: the inbox stays as it is while another inquiry is opened in it. */
function pageOf(pathname: string): string {
  return pathname.toLowerCase().replace(/^(\/admin\/inbox)\/.*/, '$1');
}

/** All that the server renders of the admin area: it knows no token. */
export function HydrateFallback() {
  return (
    <Frame nav={<AdminNavSpace />}>
      <StartFailure />
      <div data-skeleton className="noscript:hidden">
        <Loading pathname={useLocation().pathname} />
      </div>
    </Frame>
  );
}

export default function AdminLayout() {
  useFocusRecovery();
  const { pathname } = useLocation();
  const target = useNavigation().location?.pathname ?? pathname;
  const isPending =
    pageOf(target) !== pageOf(pathname) && target.toLowerCase().startsWith('/admin/');
  return <Frame nav={<AdminNav />}>{isPending ? <Loading pathname={target} /> : <Outlet />}</Frame>;
}

function Frame({ nav, children }: { nav: ReactNode; children: ReactNode }) {
  return (
    <div className="page min-h-[70vh] pt-24 pb-16">
      {nav}
      {children}
    </div>
  );
}

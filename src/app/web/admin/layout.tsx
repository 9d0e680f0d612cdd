import type { ReactNode } from 'react';
import {
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from 'react-router';
import { SignInDialog } from '../../../accounts/admin/login/sign-in-dialog.tsx';
import { verifyOnce } from '../../../accounts/admin/session/verification.ts';
import { endSession } from '../../../admin/api.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { Loading } from '../../../admin/loading.tsx';
import { loginUrl } from '../../../admin/session/login-url.ts';
import { StartFailure } from '../../../admin/start-failure.tsx';
import { readersZone } from '../../../admin/times.ts';
import { useFocusRecovery } from '../../../admin/use-focus-recovery.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import type { Route } from './+types/layout.ts';
import { AdminNav, AdminNavPlaceholder } from './admin-nav.tsx';
import { mayOpen } from './navigation.ts';

/**
 * The guard of the admin area (specification section 6): a stored token and email, then the server's check.
 * Any error response signs out; a network failure is left to the pages, which show it.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const answer = await verifyOnce();
  if (answer.ok) return { role: answer.value.role };
  if (answer.failure.kind === 'network') return { role: null };
  endSession();
  throw redirect(loginUrl(new URL(request.url)));
}

/** Checks the token once per page, not for every search. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** Rendered on the server, which has no token, and shown until hydration. */
export function HydrateFallback() {
  return (
    <Frame nav={<AdminNavPlaceholder />}>
      <StartFailure />
      <div data-skeleton className="noscript:hidden">
        <Loading pathname={useLocation().pathname} />
      </div>
    </Frame>
  );
}

export default function AdminLayout({ loaderData: { role } }: Route.ComponentProps) {
  useFocusRecovery();
  const { pathname } = useLocation();
  const to = useNavigation().location?.pathname ?? pathname;
  const isPending = to !== pathname && to.toLowerCase().startsWith('/admin/');
  const page = role === null || mayOpen(role, pathname) ? <Outlet /> : <ForAdministrators />;
  return (
    <Frame nav={<AdminNav role={role} />} zone={readersZone()}>
      {isPending ? <Loading pathname={to} /> : page}
      <SignInDialog />
    </Frame>
  );
}

type FrameProps = {
  nav: ReactNode;
  /** The zone of the times, which the server does not know. */
  zone?: string;
  children: ReactNode;
};

function Frame({ nav, zone, children }: FrameProps) {
  return (
    <div className="page min-h-svh pt-20 pb-16">
      <div className="group/page relative">
        {nav}
        {children}
        {zone === undefined ? null : (
          <p className="mt-8 text-muted text-xs group-has-[.animate-pulse]/page:max-xl:hidden xl:absolute xl:top-0 xl:right-0 xl:mt-0 xl:flex xl:h-12 xl:max-w-60 xl:items-center xl:text-right">
            Times in your zone, {zone}
          </p>
        )}
      </div>
    </div>
  );
}

function ForAdministrators() {
  return (
    <div className="max-w-3xl">
      <h1 className="display text-2xl">For administrators</h1>
      <p className="mt-4">
        This page is for administrators. As a writer, you can write, edit and publish posts, and add
        pictures.
      </p>
      <ButtonLink href={DASHBOARD} variant="secondary" className="mt-6">
        Go to the posts
      </ButtonLink>
    </div>
  );
}

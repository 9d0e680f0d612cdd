import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { site } from '../../content/site.ts';
import { privateMeta } from '../seo.ts';
import { Mark } from '../ui/mark.tsx';
import type { Route } from './+types/login.ts';
import { LoginForm } from './login-form.tsx';
import { urlAfterLogin } from './login-url.ts';
import { StartFailure } from './start-failure.tsx';
import { useFocusRecovery } from './use-focus-recovery.ts';

export const meta: Route.MetaFunction = () => privateMeta('Admin sign-in');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { next: urlAfterLogin(request.url) };
}

/** The form is rendered after hydration, so that no input is typed before the script listens. */
export function HydrateFallback() {
  return (
    <Frame>
      <StartFailure />
    </Frame>
  );
}

export default function Login({ loaderData }: Route.ComponentProps) {
  useFocusRecovery();
  const navigate = useNavigate();
  return (
    <Frame>
      <LoginForm onSignedIn={() => navigate(loaderData.next, { replace: true })} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page flex min-h-[80vh] items-center justify-center pt-28 pb-16">
      <div className="min-h-104 w-full max-w-md rounded-card border border-line bg-surface p-6 md:p-8">
        <Mark className="size-9" />
        <h1 className="display mt-4 text-2xl">Admin sign-in</h1>
        <p className="mt-1 mb-5 text-muted text-sm">Write and manage the {site.name} blog.</p>
        {children}
      </div>
    </div>
  );
}

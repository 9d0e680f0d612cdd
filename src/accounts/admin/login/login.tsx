import { useLocation, useNavigate } from 'react-router';
import { Skeleton } from '../../../admin/loading.tsx';
import { DoneNotice } from '../../../admin/notice-box.tsx';
import { urlAfterLogin } from '../../../admin/session/login-url.ts';
import { useFocusRecovery } from '../../../admin/use-focus-recovery.ts';
import { site } from '../../../content/site.ts';
import { Link } from '../../../ui/link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { Route } from './+types/login.ts';
import { LoginForm } from './login-form.tsx';
import { LoginFallback, LoginFrame } from './login-frame.tsx';

export const meta: Route.MetaFunction = () => privateMeta('Admin sign-in');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { next: urlAfterLogin(request.url) };
}

const TEXTS = { title: 'Admin sign-in', lead: `Write and manage the ${site.name} blog.` };

type Arrival = { notice?: string; email?: string } | null;

/** The form is rendered after hydration, so that no input is typed before the script listens. */
export function HydrateFallback() {
  return <LoginFallback {...TEXTS} skeleton={<FormSkeleton />} />;
}

function FormSkeleton() {
  return (
    <div className="mt-5 space-y-5">
      <Skeleton className="h-18.5" />
      <Skeleton className="h-18.5" />
      <Skeleton className="h-11" />
      <Skeleton className="mt-6 h-5 w-44" />
    </div>
  );
}

export default function Login({ loaderData }: Route.ComponentProps) {
  useFocusRecovery();
  const navigate = useNavigate();
  const { notice, email } = (useLocation().state as Arrival) ?? {};
  return (
    <LoginFrame {...TEXTS}>
      <DoneNotice>{notice}</DoneNotice>
      <LoginForm
        initialEmail={email}
        onSignedIn={() => navigate(loaderData.next, { replace: true })}
      />
      <p className="mt-6 text-sm">
        <Link to="/admin/forgot-password" className="prose-link">
          Forgot your password?
        </Link>
      </p>
    </LoginFrame>
  );
}

import { useNavigate } from 'react-router';
import { DONE } from '../../../admin/api.ts';
import { clearSession } from '../../../admin/session/session.ts';
import { privateMeta } from '../../../ui/seo.ts';
import { LoginFallback } from '../login/login-fallback.tsx';
import type { Route } from './+types/reset-password.ts';
import { ChoosePasswordPage } from './choose-password-page.tsx';
import { openPasswordReset, redeemPasswordReset } from './mailed-links-api.ts';
import { SECRET_PAGE_HEADERS } from './secret-page.ts';

export const meta: Route.MetaFunction = () => privateMeta('New password');

export function headers() {
  return SECRET_PAGE_HEADERS;
}

/** The token is in the fragment, which only the browser knows. */
export function clientLoader() {
  return null;
}

const TEXTS = { title: 'New password', lead: 'With it, all your sessions end.' };

export function HydrateFallback() {
  return <LoginFallback {...TEXTS} />;
}

/** Sets a new password, and leads to the login, where a second factor stays required. */
export default function ResetPassword() {
  const navigate = useNavigate();

  async function reset(token: string, email: string, password: string) {
    const redeemed = await redeemPasswordReset(token, password);
    if (!redeemed.ok) return redeemed;
    // It has ended, if it was of this account.
    clearSession();
    const notice = 'Your password is changed. Sign in with it.';
    await navigate('/admin/login', { replace: true, state: { notice, email } });
    return DONE;
  }

  return (
    <ChoosePasswordPage
      texts={TEXTS}
      open={openPasswordReset}
      welcome={({ email }) => `Choose a new password for ${email}.`}
      label="Set the password"
      fallback="The password was not changed."
      redeem={reset}
      instead={{ label: 'Request a new link', href: '/admin/forgot-password' }}
    />
  );
}

import { useNavigate } from 'react-router';
import { DONE, send } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { clearSession } from '../../../admin/session/session.ts';
import { privateMeta } from '../../../ui/seo.ts';
import type { session } from '../../api/session.ts';
import { LoginFallback } from '../login/login-frame.tsx';
import type { Route } from './+types/reset-password.ts';
import { ChoosePasswordPage, SECRET_PAGE_HEADERS } from './choose-password.tsx';

const api = caller<typeof session>(send);

export const meta: Route.MetaFunction = () => privateMeta('New password');

export function headers() {
  return SECRET_PAGE_HEADERS;
}

/** The token is in the fragment, which only the browser knows. */
export function clientLoader() {
  return null;
}

const TEXTS = { title: 'New password', lead: 'You will be signed out everywhere.' };

export function HydrateFallback() {
  return <LoginFallback {...TEXTS} />;
}

/** Sets a new password, and leads to the login, where a second factor stays required. */
export default function ResetPassword() {
  const navigate = useNavigate();

  async function reset(token: string, email: string, password: string) {
    const redeemed = await api('POST', '/admin/password-resets/redeem', {
      json: { token, password },
    });
    if (!redeemed.ok) return redeemed;
    // It has ended, if it was of this account.
    clearSession();
    const notice = 'Your password has been changed. Sign in with the new one.';
    await navigate('/admin/login', { replace: true, state: { notice, email } });
    return DONE;
  }

  return (
    <ChoosePasswordPage
      texts={TEXTS}
      open={(token) => api('POST', '/admin/password-resets/open', { json: { token } })}
      welcome={({ email }) => `Choose a new password for ${email}.`}
      label="Set password"
      fallback="The password could not be changed."
      redeem={reset}
      instead={{ label: 'Request a new link', href: '/admin/forgot-password' }}
    />
  );
}

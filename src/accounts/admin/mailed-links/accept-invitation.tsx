import { useNavigate } from 'react-router';
import { DONE, send } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { storeSession } from '../../../admin/session/session.ts';
import { site } from '../../../content/site.ts';
import { privateMeta } from '../../../ui/seo.ts';
import type { session } from '../../api/session.ts';
import { LoginFallback } from '../login/login-frame.tsx';
import type { Route } from './+types/accept-invitation.ts';
import { ChoosePasswordPage, SECRET_PAGE_HEADERS } from './choose-password.tsx';

const api = caller<typeof session>(send);
const sessionApi = caller<typeof session>(send);

export const meta: Route.MetaFunction = () => privateMeta('Your invitation');

export function headers() {
  return SECRET_PAGE_HEADERS;
}

/** The token is in the fragment, which only the browser knows. */
export function clientLoader() {
  return null;
}

const TEXTS = { title: 'Your invitation', lead: `To write and manage the ${site.name} blog.` };

export function HydrateFallback() {
  return <LoginFallback {...TEXTS} />;
}

/** Accepts an invitation by a password, and signs in. */
export default function AcceptInvitation() {
  const navigate = useNavigate();

  async function accept(token: string, email: string, password: string) {
    const accepted = await api('POST', '/admin/invitations/accept', { json: { token, password } });
    if (!accepted.ok) return accepted;
    const answer = await sessionApi('POST', '/admin/login', { json: { email, password } });
    const isSignedIn =
      answer.ok &&
      'access_token' in answer.value &&
      storeSession({ token: answer.value.access_token, email }, answer.value.expires_at) === null;
    const notice = 'Your account is ready. Sign in with the password you have just chosen.';
    if (isSignedIn) await navigate(DASHBOARD, { replace: true });
    else await navigate('/admin/login', { replace: true, state: { notice, email } });
    return DONE;
  }

  return (
    <ChoosePasswordPage
      texts={TEXTS}
      open={(token) => api('POST', '/admin/invitations/open', { json: { token } })}
      welcome={({ email, role, invitedBy }) =>
        `${invitedBy} invites you, ${email}, as ${role === 'writer' ? 'a writer' : 'an administrator'}. Choose a password to accept.`
      }
      label="Accept and sign in"
      fallback="The invitation could not be accepted."
      redeem={accept}
      instead={{ label: 'Go to sign-in', href: '/admin/login' }}
    />
  );
}

import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type ApiResult, DONE, failureMessage, send } from '../../../admin/api.ts';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { clearSession, storeSession } from '../../../admin/session/session.ts';
import { settled } from '../../../admin/use-submit.ts';
import { site } from '../../../content/site.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { session } from '../../api/session.ts';
import { AccountForm } from '../login/account-form.tsx';
import { LoginFallback, LoginFrame } from '../login/login-frame.tsx';
import { NewPasswordField } from '../login/password-field.tsx';

const api = caller<typeof session>(send);

const TEXTS = { title: 'Choose a password', lead: `To write and manage the ${site.name} blog.` };

type Opened = OutputOf<typeof session, 'POST', '/admin/links/open'>;

function welcome({ email, role, invitedBy }: Opened): string {
  if (role === undefined)
    return `Choose a new password for ${email}. You will be signed out everywhere else.`;
  const task = role === 'writer' ? 'a writer' : 'an administrator';
  return `${invitedBy} invites you, ${email}, as ${task}. Choose a password to accept.`;
}

/** False where that is left to the person. */
async function signIn(email: string, password: string): Promise<boolean> {
  const answer = await api('POST', '/admin/login', { json: { email, password } });
  if (!answer.ok || !('access_token' in answer.value)) return false;
  const { access_token: token, expires_at } = answer.value;
  return storeSession({ token, email }, expires_at) === null;
}

export const meta = () => privateMeta(TEXTS.title);

/** The token is in the fragment, which no server gets to see. */
export function headers() {
  return {
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
  };
}

/** The page is rendered in the browser, which knows the token. */
export function clientLoader() {
  return null;
}

export function HydrateFallback() {
  return <LoginFallback {...TEXTS} />;
}

export default function ChoosePasswordPage() {
  const { hash } = useLocation();
  return (
    <LoginFrame {...TEXTS}>
      {/* Another link may be opened in the same tab. */}
      <ChoosePassword key={hash} token={hash.slice(1)} />
    </LoginFrame>
  );
}

function ChoosePassword({ token }: { token: string }) {
  const [opened, setOpened] = useState<ApiResult<Opened> | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    // Changes nothing: mail scanners follow links.
    void settled(() => api('POST', '/admin/links/open', { json: { token } })).then(setOpened);
  }, [token]);

  async function redeem(email: string, password: string): Promise<ApiResult<unknown>> {
    const redeemed = await api('POST', '/admin/links/redeem', { json: { token, password } });
    if (!redeemed.ok) return redeemed;
    // The session has ended, if it was of this account.
    clearSession();
    if (await signIn(email, password)) await navigate(DASHBOARD, { replace: true });
    else {
      const notice = 'Your password has been set. Sign in with it.';
      await navigate('/admin/login', { replace: true, state: { notice, email } });
    }
    return DONE;
  }

  if (opened === null) return <p role="status">Checking the link...</p>;
  if (!opened.ok) {
    return (
      <div className="space-y-5">
        <ErrorBox>{failureMessage(opened.failure, 'This link does not work.')}</ErrorBox>
        <ButtonLink href="/admin/login" variant="secondary">
          Go to sign-in
        </ButtonLink>
      </div>
    );
  }
  const { email } = opened.value;
  return (
    <>
      <p className="mb-5">
        <EmailText text={welcome(opened.value)} />
      </p>
      <AccountForm
        send={(typed) => redeem(email, typed('password'))}
        failure="The password could not be set."
        label="Set password and sign in"
      >
        <NewPasswordField email={email} />
      </AccountForm>
    </>
  );
}

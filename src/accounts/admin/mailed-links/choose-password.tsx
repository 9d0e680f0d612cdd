import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type ApiResult, DONE, failureMessage, formMessage, send } from '../../../admin/api.ts';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { clearSession, storeSession } from '../../../admin/session/session.ts';
import { settled } from '../../../admin/settled.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { site } from '../../../content/site.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { session } from '../../api/session.ts';
import { LoginFallback, LoginFrame } from '../login/login-frame.tsx';
import { NewPasswordField } from '../login/password-field.tsx';

const api = caller<typeof session>(send);

const INVITATION = {
  texts: { title: 'Your invitation', lead: `To write and manage the ${site.name} blog.` },
  label: 'Accept and sign in',
  fallback: 'The invitation could not be accepted.',
  notice: 'Your account is ready. Sign in with the password you have just chosen.',
  instead: { label: 'Go to sign-in', href: '/admin/login' },
} as const;

const RESET = {
  texts: { title: 'New password', lead: 'You will be signed out everywhere.' },
  label: 'Set password',
  fallback: 'The password could not be changed.',
  notice: 'Your password has been changed. Sign in with the new one.',
  instead: { label: 'Request a new link', href: '/admin/forgot-password' },
} as const;

type LinkPage = typeof INVITATION | typeof RESET;

const pageAt = (path: string): LinkPage => (/invitation/i.test(path) ? INVITATION : RESET);

type Opened = OutputOf<typeof session, 'POST', '/admin/links/open'>;

function welcome({ email, role, invitedBy }: Opened): string {
  if (role === undefined) return `Choose a new password for ${email}.`;
  const task = role === 'writer' ? 'a writer' : 'an administrator';
  return `${invitedBy} invites you, ${email}, as ${task}. Choose a password to accept.`;
}

/** Signs in to a new account; false where that is left to the person. */
async function signIn(email: string, password: string): Promise<boolean> {
  const answer = await api('POST', '/admin/login', { json: { email, password } });
  if (!answer.ok || !('access_token' in answer.value)) return false;
  const { access_token: token, expires_at } = answer.value;
  return storeSession({ token, email }, expires_at) === null;
}

export const meta = ({ location }: { location: { pathname: string } }) =>
  privateMeta(pageAt(location.pathname).texts.title);

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
  return <LoginFallback {...pageAt(useLocation().pathname).texts} />;
}

export default function ChoosePasswordPage() {
  const { pathname, hash } = useLocation();
  const page = pageAt(pathname);
  return (
    <LoginFrame {...page.texts}>
      {/* Another link may be opened in the same tab. */}
      <ChoosePassword key={hash} page={page} token={hash.slice(1)} />
    </LoginFrame>
  );
}

function ChoosePassword({ page, token }: { page: LinkPage; token: string }) {
  const { label, fallback, notice, instead } = page;
  const [opened, setOpened] = useState<ApiResult<Opened> | null>(null);
  const [password, setPassword] = useState('');
  const { isBusy, cause, issues, submit } = useSubmit();
  const navigate = useNavigate();

  useEffect(() => {
    // Changes nothing: mail scanners follow links.
    void settled(() => api('POST', '/admin/links/open', { json: { token } })).then(setOpened);
  }, [token]);

  async function redeem(email: string): Promise<ApiResult<unknown>> {
    const redeemed = await api('POST', '/admin/links/redeem', { json: { token, password } });
    if (!redeemed.ok) return redeemed;
    // The session has ended, if it was of this account.
    clearSession();
    const isSignedIn = page === INVITATION && (await signIn(email, password));
    if (isSignedIn) await navigate(DASHBOARD, { replace: true });
    else await navigate('/admin/login', { replace: true, state: { notice, email } });
    return DONE;
  }

  if (opened === null) return <p role="status">Checking the link...</p>;
  if (!opened.ok) {
    return (
      <div className="space-y-5">
        <ErrorBox>{failureMessage(opened.failure, 'This link does not work.')}</ErrorBox>
        <ButtonLink href={instead.href} variant="secondary">
          {instead.label}
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
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(() => redeem(email), fallback);
        }}
      >
        {cause === null ? null : <ErrorBox>{formMessage(cause, fallback)}</ErrorBox>}
        <NewPasswordField
          email={email}
          value={password}
          error={issues.password}
          onValue={setPassword}
        />
        <Button type="submit" className="w-full" disabled={isBusy || password === ''}>
          {isBusy ? 'One moment...' : label}
        </Button>
      </form>
    </>
  );
}

import { useEffect, useEffectEvent, useState } from 'react';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { type ApiResult, DONE, failureMessage, formMessage, send } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
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

/** Whom a link is for, and what stands above the form. */
type Opened = { email: string; welcome: string };
type Redeemed = { token: string; email: string; password: string; navigate: NavigateFunction };

type LinkPage = {
  texts: { title: string; lead: string };
  /** Changes nothing: mail scanners follow links. */
  open: (token: string) => Promise<ApiResult<Opened>>;
  /** Redeems the link, and leads on. */
  redeem: (chosen: Redeemed) => Promise<ApiResult<unknown>>;
  /** The label of the button. */
  label: string;
  /** The message when the server gives no reason. */
  fallback: string;
  /** Where to go when the link does not work. */
  instead: { label: string; href: string };
};

const INVITATION: LinkPage = {
  texts: { title: 'Your invitation', lead: `To write and manage the ${site.name} blog.` },
  async open(token) {
    const opened = await api('POST', '/admin/invitations/open', { json: { token } });
    if (!opened.ok) return opened;
    const { email, role, invitedBy } = opened.value;
    const task = role === 'writer' ? 'a writer' : 'an administrator';
    const welcome = `${invitedBy} invites you, ${email}, as ${task}. Choose a password to accept.`;
    return { ok: true, value: { email, welcome } };
  },
  /** Accepts, and signs in. */
  async redeem({ token, email, password, navigate }) {
    const accepted = await api('POST', '/admin/invitations/accept', { json: { token, password } });
    if (!accepted.ok) return accepted;
    const answer = await api('POST', '/admin/login', { json: { email, password } });
    const isSignedIn =
      answer.ok &&
      'access_token' in answer.value &&
      storeSession({ token: answer.value.access_token, email }, answer.value.expires_at) === null;
    const notice = 'Your account is ready. Sign in with the password you have just chosen.';
    if (isSignedIn) await navigate(DASHBOARD, { replace: true });
    else await navigate('/admin/login', { replace: true, state: { notice, email } });
    return DONE;
  },
  label: 'Accept and sign in',
  fallback: 'The invitation could not be accepted.',
  instead: { label: 'Go to sign-in', href: '/admin/login' },
};

const RESET: LinkPage = {
  texts: { title: 'New password', lead: 'You will be signed out everywhere.' },
  async open(token) {
    const opened = await api('POST', '/admin/password-resets/open', { json: { token } });
    if (!opened.ok) return opened;
    const { email } = opened.value;
    return { ok: true, value: { email, welcome: `Choose a new password for ${email}.` } };
  },
  /** Leads to the login, where a second factor stays required. */
  async redeem({ token, email, password, navigate }) {
    const json = { token, password };
    const redeemed = await api('POST', '/admin/password-resets/redeem', { json });
    if (!redeemed.ok) return redeemed;
    // It has ended, if it was of this account.
    clearSession();
    const notice = 'Your password has been changed. Sign in with the new one.';
    await navigate('/admin/login', { replace: true, state: { notice, email } });
    return DONE;
  },
  label: 'Set password',
  fallback: 'The password could not be changed.',
  instead: { label: 'Request a new link', href: '/admin/forgot-password' },
};

const pageAt = (path: string) => (/invitation/i.test(path) ? INVITATION : RESET);

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

/** The page of a mailed link: it says whom the link is for, and takes a password. */
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
  const { open, redeem, label, fallback, instead } = page;
  const [opened, setOpened] = useState<ApiResult<Opened> | null>(null);
  const [password, setPassword] = useState('');
  const { isBusy, cause, issues, submit } = useSubmit();
  const navigate = useNavigate();

  const load = useEffectEvent(async () => setOpened(await settled(() => open(token))));
  useEffect(() => void load(), []);

  if (opened === null) return <p role="status">Checking the link...</p>;
  if (!opened.ok) {
    return (
      <div className="space-y-5">
        <ErrorBox>{failureMessage(opened.failure, 'This link does not work.')}</ErrorBox>
        {opened.failure.kind === 'network' ? (
          <Button
            variant="secondary"
            onClick={() => {
              setOpened(null);
              void load();
            }}
          >
            Try again
          </Button>
        ) : (
          <ButtonLink href={instead.href} variant="secondary">
            {instead.label}
          </ButtonLink>
        )}
      </div>
    );
  }
  const { email, welcome } = opened.value;
  return (
    <>
      <p className="mb-5">
        <EmailText text={welcome} />
      </p>
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(() => redeem({ token, email, password, navigate }), fallback);
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

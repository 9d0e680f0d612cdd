import { type FormEvent, useState } from 'react';
import { formMessage, send } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { DoneNotice } from '../../../admin/notice-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Link } from '../../../ui/link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { session } from '../../api/session.ts';
import { LoginFallback, LoginFrame } from '../login/login-frame.tsx';
import type { Route } from './+types/forgot-password.ts';

const api = caller<typeof session>(send);

export const meta: Route.MetaFunction = () => privateMeta('Forgot your password?');

/** The form is rendered in the browser alone. */
export function clientLoader() {
  return null;
}

const TEXTS = {
  title: 'Forgot your password?',
  lead: 'We will email you a link to choose a new one.',
};

/** The form is rendered after hydration, so that no input is typed before the script listens. */
export function HydrateFallback() {
  return <LoginFallback {...TEXTS} />;
}

const FAILURE = 'The link was not requested.';

/** Says the same whether or not there is an account. */
export default function ForgotPassword() {
  const [email, setEmail] = useState('');
  const [requestedFor, setRequestedFor] = useState<string | null>(null);
  const { isBusy, cause, issues, submit } = useSubmit();

  async function request(event: FormEvent) {
    event.preventDefault();
    setRequestedFor(null);
    const call = () => api('POST', '/admin/password-resets', { json: { email } });
    const answer = await submit(call, FAILURE);
    if (answer.ok) setRequestedFor(email.trim());
  }

  return (
    <LoginFrame {...TEXTS}>
      <form className="space-y-5" onSubmit={request}>
        {cause === null ? null : <ErrorBox>{formMessage(cause, FAILURE)}</ErrorBox>}
        <DoneNotice>
          {requestedFor === null
            ? null
            : `If ${requestedFor} has an account here, an email with a link is on its way. The link works once, for an hour. If nothing arrives, check your spam folder or ask an administrator.`}
        </DoneNotice>
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          maxLength={254}
          value={email}
          error={issues.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" className="w-full" disabled={isBusy || email.trim() === ''}>
          {isBusy ? 'One moment...' : 'Email me a link'}
        </Button>
      </form>
      <p className="mt-6 text-sm">
        <Link to="/admin/login" className="prose-link">
          Back to the sign-in
        </Link>
      </p>
    </LoginFrame>
  );
}

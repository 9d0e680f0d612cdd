import { useState } from 'react';
import { send } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { DoneNotice } from '../../../admin/notice-box.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Link } from '../../../ui/link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { session } from '../../api/session.ts';
import { AccountForm, type Typed } from '../login/account-form.tsx';
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

/** Says the same whether or not there is an account. */
export default function ForgotPassword() {
  const [requestedFor, setRequestedFor] = useState<string | null>(null);

  async function request(typed: Typed) {
    setRequestedFor(null);
    const email = typed('email');
    const answer = await api('POST', '/admin/password-resets', { json: { email } });
    if (answer.ok) setRequestedFor(email);
    return answer;
  }

  return (
    <LoginFrame {...TEXTS}>
      <DoneNotice>
        {requestedFor === null
          ? null
          : `If ${requestedFor} has an account here, an email with a link is on its way. The link works once, for an hour. If nothing arrives, check your spam folder or ask an administrator.`}
      </DoneNotice>
      <div className="mt-5">
        <AccountForm send={request} failure="The link was not requested." label="Email me a link">
          <TextField
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            required
            maxLength={254}
          />
        </AccountForm>
      </div>
      <p className="mt-6 text-sm">
        <Link to="/admin/login" className="prose-link">
          Back to the sign-in
        </Link>
      </p>
    </LoginFrame>
  );
}

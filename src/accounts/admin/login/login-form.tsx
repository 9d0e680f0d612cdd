import { useEffect, useRef, useState } from 'react';
import {
  type ApiResult,
  DONE,
  failureMessage,
  isMissing,
  isSameAccount,
  send,
} from '../../../admin/api.ts';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { storageNotice, storeSession } from '../../../admin/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { session } from '../../api/session.ts';
import { AccountForm, type Typed } from './account-form.tsx';
import { authenticateByPasskey } from './passkey-prompt.ts';
import { CodeField, PasswordField } from './password-field.tsx';

const api = caller<typeof session>(send);

type SignedIn = OutputOf<typeof session, 'POST', '/admin/login/second-factor'>;
type Enter = (session: SignedIn) => Promise<ApiResult<void>>;

type LoginFormProps = {
  initialEmail?: string | undefined;
  account?: string;
  /** The session is stored already. */
  onSignedIn: () => void | Promise<void>;
};

const FAILED = 'Login failed. Please try again.';

/** Email and password (specification section 2, Admin login), then the second factor of an account with one. */
export function LoginForm({ initialEmail = '', account, onSignedIn }: LoginFormProps) {
  const [email, setEmail] = useState(account ?? initialEmail);
  const [ticket, setTicket] = useState<string | null>(null);
  const [reason, setReason] = useState(storageNotice);

  const enter: Enter = async ({ access_token: token, expires_at, ...owner }) => {
    if (account !== undefined && !isSameAccount(owner.email, account)) {
      await send('POST', '/api/admin/logout', { token });
      return browserFailure(`That was another account. Sign in as ${account}.`);
    }
    const detail = storeSession({ token, email: owner.email }, expires_at);
    if (detail !== null) return browserFailure(detail);
    await onSignedIn();
    return DONE;
  };

  async function signIn(typed: Typed): Promise<ApiResult<void>> {
    setReason(null);
    const credentials = { email: typed('email'), password: typed('password') };
    setEmail(credentials.email);
    const answer = await api('POST', '/admin/login', { json: credentials });
    if (!answer.ok) return answer;
    if (!('second_factor' in answer.value)) {
      return enter({ ...answer.value, email: credentials.email });
    }
    setTicket(answer.value.second_factor.ticket);
    return DONE;
  }

  async function signInByPasskey(instead: string): Promise<ApiResult<void>> {
    setReason(null);
    const request = await api('POST', '/admin/login/passkey/options');
    if (!request.ok) return request;
    const chosen = await authenticateByPasskey(request.value, instead);
    if (!chosen.ok) return chosen;
    const answer = await api('POST', '/admin/login/passkey', { json: { passkey: chosen.value } });
    return answer.ok ? enter(answer.value) : answer;
  }

  if (ticket !== null) {
    const end = (cause: string | null) => {
      setTicket(null);
      setReason(cause);
    };
    return <SecondStep {...{ ticket, enter, signInByPasskey }} onEnded={end} />;
  }
  return (
    <div className="mt-5 space-y-5">
      {reason === null ? null : <ErrorBox>{reason}</ErrorBox>}
      <AccountForm
        send={signIn}
        failure="Login failed. Please check your credentials."
        label="Sign in"
        busyLabel="Signing in..."
        passkey={{
          label: 'Use a passkey',
          use: () => signInByPasskey('Sign in with your password instead.'),
        }}
      >
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          readOnly={account !== undefined}
          defaultValue={email}
        />
        <PasswordField label="Password" />
      </AccountForm>
    </div>
  );
}

function browserFailure(detail: string): ApiResult<never> {
  return { ok: false, failure: { kind: 'browser', detail } };
}

type SecondStepProps = {
  ticket: string;
  enter: Enter;
  /** @param instead the alternative, as a sentence */
  signInByPasskey: (instead: string) => Promise<ApiResult<void>>;
  /** Called when the sign-in must start again, with the reason; null at the person's own wish. */
  onEnded: (reason: string | null) => void;
};

function SecondStep({ ticket, enter, signInByPasskey, onEnded }: SecondStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is removed.
  useEffect(() => heading.current?.focus(), []);

  async function finish(typed: Typed, form: HTMLFormElement) {
    const json = { ticket, code: typed('code') };
    const answer = await api('POST', '/admin/login/second-factor', { json });
    if (answer.ok) return enter(answer.value);
    // A rejected code does not work again.
    form.reset();
    if (isMissing(answer.failure)) onEnded(failureMessage(answer.failure, FAILED));
    return answer;
  }

  return (
    <div className="mt-5 space-y-5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
          One more step
        </h2>
        <p className="mt-1 text-muted text-sm">
          Your password is right. Show in one more way that it is you.
        </p>
      </div>
      <AccountForm
        send={finish}
        failure={FAILED}
        label="Sign in"
        busyLabel="Signing in..."
        passkey={{
          label: 'Use your passkey',
          use: () => signInByPasskey('Try again, or use another way.'),
        }}
      >
        <CodeField hint="The six digits that your authenticator app shows now, or one of your recovery codes, each of which works once." />
      </AccountForm>
      <Button variant="secondary" onClick={() => onEnded(null)}>
        Start again
      </Button>
    </div>
  );
}

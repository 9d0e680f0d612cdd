import { LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { type ApiResult, DONE, isSameAccount, send } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { storageNotice, storeSession } from '../../../admin/session/session.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { session } from '../../api/session.ts';
import { authenticateByPasskey, offersPasskeys } from './login-passkey.ts';
import { type Pending, SecondStep, type SignedIn } from './login-second-step.tsx';
import { PasswordField } from './password-field.tsx';

const api = caller<typeof session>(send);

type LoginFormProps = {
  initialEmail?: string | undefined;
  /** The only account that may sign in. */
  account?: string;
  /** The session is stored already. */
  onSignedIn: () => void | Promise<void>;
};

const FAILED = 'Login failed. Please check your credentials.';

/** Email and password (specification section 2, Admin login), then the second factor of an account with one. */
export function LoginForm({ initialEmail = '', account, onSignedIn }: LoginFormProps) {
  const [email, setEmail] = useState(account ?? initialEmail);
  const [pending, setPending] = useState<Pending | null>(null);
  /** A notice about this browser's storage, or why the second step ended. */
  const [reason, setReason] = useState(storageNotice);

  async function enter(session: SignedIn): Promise<ApiResult<void>> {
    const { access_token: token, expires_at } = session;
    if (account !== undefined && !isSameAccount(session.email, account)) {
      await send('POST', '/api/admin/logout', { token });
      const other = `That was another account. Sign in as ${account}.`;
      return { ok: false, failure: { kind: 'browser', detail: other } };
    }
    const detail = storeSession({ token, email: session.email }, expires_at);
    if (detail !== null) return { ok: false, failure: { kind: 'browser', detail } };
    await onSignedIn();
    return DONE;
  }

  if (pending !== null) {
    return (
      <SecondStep
        pending={pending}
        onSignedIn={enter}
        onEnded={(cause) => {
          setPending(null);
          setReason(cause);
        }}
      />
    );
  }
  return (
    <FirstStep
      email={email}
      isFixed={account !== undefined}
      reason={reason}
      onEmail={setEmail}
      onSignedIn={enter}
      onPending={(next) => {
        setReason(null);
        setPending(next);
      }}
    />
  );
}

type FirstStepProps = {
  email: string;
  isFixed: boolean;
  /** A notice before the first attempt, or why the sign-in must start again. */
  reason: string | null;
  onEmail: (email: string) => void;
  onSignedIn: (session: SignedIn) => Promise<ApiResult<void>>;
  onPending: (pending: Pending) => void;
};

function FirstStep({ email, isFixed, reason, onEmail, onSignedIn, onPending }: FirstStepProps) {
  const [password, setPassword] = useState('');
  const { isBusy, failure, submit } = useSubmit();
  const [isTried, setTried] = useState(false);
  const problem = isTried ? failure : reason;

  function attempt(act: () => Promise<ApiResult<void>>) {
    setTried(true);
    return submit(act, FAILED);
  }

  async function signIn(): Promise<ApiResult<void>> {
    const answer = await api('POST', '/admin/login', { json: { email, password } });
    if (!answer.ok) return answer;
    if (!('second_factor' in answer.value)) {
      return onSignedIn({ ...answer.value, email: email.trim() });
    }
    onPending(answer.value.second_factor);
    return DONE;
  }

  async function signInByPasskey(): Promise<ApiResult<void>> {
    const request = await api('POST', '/admin/login/passkey/options');
    if (!request.ok) return request;
    const chosen = await authenticateByPasskey(
      request.value,
      'Sign in with your password instead.',
    );
    if (!chosen.ok) return chosen;
    const answer = await api('POST', '/admin/login/passkey', { json: { passkey: chosen.value } });
    return answer.ok ? onSignedIn(answer.value) : answer;
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // In a dialog, React bubbles the event to the form that opened it.
        event.stopPropagation();
        void attempt(signIn);
      }}
      className="mt-5 space-y-5"
    >
      {problem === null ? null : <ErrorBox>{problem}</ErrorBox>}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        required
        readOnly={isFixed}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button
        type="submit"
        className="w-full"
        disabled={isBusy || email.trim() === '' || password === ''}
      >
        {isBusy ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
      {offersPasskeys() ? (
        <Button
          variant="secondary"
          className="w-full"
          disabled={isBusy}
          onClick={() => attempt(signInByPasskey)}
        >
          Use a passkey
        </Button>
      ) : null}
    </form>
  );
}

import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { type Refusal, refusalMessage } from './api.ts';
import { ErrorBox } from './error-box.tsx';
import {
  askForPasskey,
  logIn,
  logInWithPasskey,
  type SecondStep as Pending,
  type SignedInAs,
} from './login-api.ts';
import { answerByPasskey, offersPasskeys } from './login-passkey.ts';
import { SecondStep } from './login-second-step.tsx';
import { PasswordField } from './password-field.tsx';
import { storeSession } from './session.ts';

type LoginFormProps = {
  initialEmail?: string;
  /** The session is stored already. */
  onSignedIn: () => void | Promise<void>;
};

const FAILED = 'Login failed. Please check your credentials.';

/**
 * E-mail and password (specification section 2, Admin login), and what must follow them where an
 * account has a second factor.
 */
export function LoginForm({ initialEmail = '', onSignedIn }: LoginFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [pending, setPending] = useState<Pending | null>(null);
  const [error, setError] = useState<string | null>(null);

  async function enter({ access_token, email: whose, expires_at }: SignedInAs) {
    storeSession({ token: access_token, email: whose }, expires_at);
    await onSignedIn();
  }

  if (pending !== null) {
    return (
      <SecondStep
        pending={pending}
        onSignedIn={enter}
        onOver={(reason) => {
          setPending(null);
          setError(reason);
        }}
      />
    );
  }
  return (
    <>
      {error === null ? null : <ErrorBox>{error}</ErrorBox>}
      <FirstStep
        email={email}
        onEmail={setEmail}
        onError={setError}
        onSignedIn={enter}
        onPending={setPending}
      />
    </>
  );
}

type FirstStepProps = {
  email: string;
  onEmail: (email: string) => void;
  /** Null: it is tried anew. */
  onError: (message: string | null) => void;
  onSignedIn: (session: SignedInAs) => Promise<void>;
  onPending: (pending: Pending) => void;
};

function FirstStep({ email, onEmail, onError, onSignedIn, onPending }: FirstStepProps) {
  const [password, setPassword] = useState('');
  const [isSending, setSending] = useState(false);

  function refuse(refusal: Refusal) {
    onError(refusalMessage(refusal, FAILED));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    // In a dialog within another form's page: that form is not meant.
    event.stopPropagation();
    setSending(true);
    onError(null);
    const answer = await logIn(email, password);
    if (!answer.ok) refuse(answer.refusal);
    else if ('second_factor' in answer.value) onPending(answer.value.second_factor);
    else await onSignedIn({ ...answer.value, email: email.trim() });
    setSending(false);
  }

  async function signInByPasskey() {
    setSending(true);
    onError(null);
    const request = await askForPasskey();
    const chosen = request.ok ? await answerByPasskey(request.value) : null;
    if (!request.ok) refuse(request.refusal);
    else if (chosen === null) onError('No passkey was used. Sign in with your password instead.');
    else {
      const answer = await logInWithPasskey(chosen);
      if (answer.ok) await onSignedIn(answer.value);
      else refuse(answer.refusal);
    }
    setSending(false);
  }

  return (
    <form onSubmit={submit} className="mt-5 space-y-5">
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        required
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
        disabled={isSending || email.trim() === '' || password === ''}
      >
        {isSending ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
        {isSending ? 'Signing in...' : 'Sign in'}
      </Button>
      {offersPasskeys() ? (
        <Button look="secondary" className="w-full" disabled={isSending} onClick={signInByPasskey}>
          Use a passkey
        </Button>
      ) : null}
    </form>
  );
}

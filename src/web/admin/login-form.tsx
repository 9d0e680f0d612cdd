import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { logIn, refusalMessage } from './api.ts';
import { ErrorBox } from './error-box.tsx';
import { PasswordField } from './password-field.tsx';
import { storeSession } from './session.ts';

type LoginFormProps = {
  initialEmail?: string;
  /** The session is stored already. */
  onSignedIn: () => void | Promise<void>;
};

/** E-mail and password (specification section 2, Admin login). */
export function LoginForm({ initialEmail = '', onSignedIn }: LoginFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // In a dialog within another form's page: that form is not meant.
    event.stopPropagation();
    setSending(true);
    setError(null);
    const answer = await logIn(email, password);
    if (answer.ok) {
      const { access_token, expires_at } = answer.value;
      storeSession({ token: access_token, email: email.trim() }, expires_at);
      await onSignedIn();
    } else {
      setError(refusalMessage(answer.refusal, 'Login failed. Please check your credentials.'));
    }
    setSending(false);
  }

  return (
    <>
      {error === null ? null : <ErrorBox>{error}</ErrorBox>}
      <form onSubmit={submit} className="mt-5 space-y-5">
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
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
      </form>
    </>
  );
}

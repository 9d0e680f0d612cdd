import { Eye, EyeOff, LoaderCircle } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { site } from '../../content/site.ts';
import { privateMeta } from '../seo.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import type { Route } from './+types/login.ts';
import { logIn, refusalMessage } from './api.ts';
import { ErrorBox } from './error-box.tsx';
import { addressAfterLogin } from './login-address.ts';
import { storeSession } from './session.ts';

export const meta: Route.MetaFunction = () => privateMeta('Admin sign-in');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { next: addressAfterLogin(request.url) };
}

/** The form comes with its script, so that nothing can be typed that the script would not see. */
export function HydrateFallback() {
  return <Frame />;
}

export default function Login({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSending(true);
    setError(null);
    const answer = await logIn(email, password);
    if (answer.ok) {
      const { access_token, expires_at } = answer.value;
      storeSession({ token: access_token, email: email.trim() }, expires_at);
      await navigate(loaderData.next, { replace: true });
    } else {
      setError(refusalMessage(answer.refusal, 'Login failed. Please check your credentials.'));
    }
    setSending(false);
  }

  return (
    <Frame>
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
        <div className="relative [&_input]:pr-12">
          <TextField
            label="Password"
            type={isShown ? 'text' : 'password'}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <button
            type="button"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!isShown)}
            className="icon-button absolute right-0.5 bottom-0.5"
          >
            {isShown ? (
              <EyeOff aria-hidden className="size-5" />
            ) : (
              <Eye aria-hidden className="size-5" />
            )}
          </button>
        </div>
        <Button
          type="submit"
          className="w-full"
          disabled={isSending || email.trim() === '' || password === ''}
        >
          {isSending ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
          {isSending ? 'Signing in...' : 'Sign in'}
        </Button>
      </form>
    </Frame>
  );
}

function Frame({ children }: { children?: ReactNode }) {
  return (
    <div className="page flex min-h-[80vh] items-center justify-center pt-28 pb-16">
      <div className="min-h-104 w-full max-w-md rounded-card border border-line bg-surface p-6 md:p-8">
        <Mark className="size-9" />
        <h1 className="display mt-4 text-2xl">Admin sign-in</h1>
        <p className="mt-1 mb-5 text-muted text-sm">Write and manage the {site.name} blog.</p>
        {children}
      </div>
    </div>
  );
}

import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type ApiResult, DONE, failureMessage, isSameAccount, send } from '../../../admin/api.ts';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { storageNotice, storeSession } from '../../../admin/session/session.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { session } from '../../api/session.ts';
import type { PasskeyAnswer, PasskeyRequest } from '../../passkeys.ts';
import { authenticateByPasskey, offersPasskeys } from './passkey-prompt.ts';
import { PasswordField } from './password-field.tsx';

const api = caller<typeof session>(send);

/** The password was correct, and one of its `methods` must follow. */
type Pending = Extract<
  OutputOf<typeof session, 'POST', '/admin/login'>,
  { second_factor: unknown }
>['second_factor'];

type SignedIn = OutputOf<typeof session, 'POST', '/admin/login/second-factor'>;
type Enter = (session: SignedIn) => Promise<ApiResult<void>>;

type LoginFormProps = {
  initialEmail?: string | undefined;
  /** The only account that may sign in. */
  account?: string;
  /** The session is stored already. */
  onSignedIn: () => void | Promise<void>;
};

/** Email and password (specification section 2, Admin login), then the second factor of an account with one. */
export function LoginForm({ initialEmail = '', account, onSignedIn }: LoginFormProps) {
  const [email, setEmail] = useState(account ?? initialEmail);
  const [pending, setPending] = useState<Pending | null>(null);
  /** A notice about this browser's storage, or why the second step ended. */
  const [reason, setReason] = useState(storageNotice);

  const enter: Enter = async ({ access_token: token, expires_at, ...owner }) => {
    if (account !== undefined && !isSameAccount(owner.email, account)) {
      await send('POST', '/api/admin/logout', { token });
      const other = `That was another account. Sign in as ${account}.`;
      return { ok: false, failure: { kind: 'browser', detail: other } };
    }
    const detail = storeSession({ token, email: owner.email }, expires_at);
    if (detail !== null) return { ok: false, failure: { kind: 'browser', detail } };
    await onSignedIn();
    return DONE;
  };

  function goOn(next: Pending | null, cause: string | null) {
    setPending(next);
    setReason(cause);
  }

  return pending === null ? (
    <FirstStep
      {...{ email, reason, enter }}
      isFixed={account !== undefined}
      onEmail={setEmail}
      onPending={(next) => goOn(next, null)}
    />
  ) : (
    <SecondStep {...{ pending, enter }} onEnded={(cause) => goOn(null, cause)} />
  );
}

type FirstStepProps = {
  email: string;
  isFixed: boolean;
  /** A notice before the first attempt, or why the sign-in must start again. */
  reason: string | null;
  enter: Enter;
  onEmail: (email: string) => void;
  onPending: (pending: Pending) => void;
};

function FirstStep({ email, isFixed, reason, enter, onEmail, onPending }: FirstStepProps) {
  const [password, setPassword] = useState('');
  const { isBusy, failure, submit } = useSubmit();
  const [isTried, setTried] = useState(false);
  const problem = isTried ? failure : reason;

  function attempt(act: () => Promise<ApiResult<void>>) {
    setTried(true);
    return submit(act, 'Login failed. Please check your credentials.');
  }

  async function signIn(): Promise<ApiResult<void>> {
    const answer = await api('POST', '/admin/login', { json: { email, password } });
    if (!answer.ok) return answer;
    if (!('second_factor' in answer.value)) return enter({ ...answer.value, email: email.trim() });
    onPending(answer.value.second_factor);
    return DONE;
  }

  async function signInByPasskey(): Promise<ApiResult<void>> {
    const request = await api('POST', '/admin/login/passkey/options');
    if (!request.ok) return request;
    const instead = 'Sign in with your password instead.';
    const chosen = await authenticateByPasskey(request.value, instead);
    if (!chosen.ok) return chosen;
    const answer = await api('POST', '/admin/login/passkey', { json: { passkey: chosen.value } });
    return answer.ok ? enter(answer.value) : answer;
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

type SecondStepProps = {
  pending: Pending;
  enter: Enter;
  /** Called when the sign-in must start again, with the reason; null at the person's own wish. */
  onEnded: (reason: string | null) => void;
};

const FAILED = 'Login failed. Please try again.';

/** Asks, after the password, for a code of the app, a passkey, or a recovery code. */
function SecondStep({ pending, enter, onEnded }: SecondStepProps) {
  const { ticket, methods, passkey } = pending;
  /** The methods that work in this browser. */
  const usable = {
    app: methods.includes('totp'),
    passkey: passkey !== null && offersPasskeys(),
    recovery: methods.includes('recovery'),
  };
  const [isRecovery, setRecovery] = useState(!usable.app && !usable.passkey && usable.recovery);
  const { isBusy, failure, submit, clear } = useSubmit();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is removed.
  useEffect(() => heading.current?.focus(), []);

  async function finish(factor: { code: string } | { passkey: PasskeyAnswer }) {
    const answer = await api('POST', '/admin/login/second-factor', { json: { ticket, ...factor } });
    if (answer.ok) return enter(answer.value);
    const { failure } = answer;
    if (failure.kind === 'rejected' && failure.status === 404) {
      onEnded(failureMessage(failure, FAILED));
    }
    return answer;
  }

  async function finishByPasskey(request: PasskeyRequest) {
    const chosen = await authenticateByPasskey(request, 'Try again, or use another way.');
    return chosen.ok ? finish({ passkey: chosen.value }) : chosen;
  }

  return (
    <div className="mt-5 space-y-5">
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
          One more step
        </h2>
        <p className="mt-1 text-muted text-sm">{isRecovery ? RECOVERY : instructions(usable)}</p>
      </div>
      {passkey !== null && usable.passkey && !isRecovery ? (
        <Button
          variant={usable.app ? 'secondary' : 'primary'}
          className="w-full"
          disabled={isBusy}
          onClick={() => submit(() => finishByPasskey(passkey), FAILED)}
        >
          Use your passkey
        </Button>
      ) : null}
      {isRecovery || usable.app ? (
        <CodeForm
          key={String(isRecovery)}
          isRecovery={isRecovery}
          isBusy={isBusy}
          onCode={(code) => submit(() => finish({ code }), FAILED)}
        />
      ) : null}
      <div className="space-y-1">
        <OtherMethod
          isRecovery={isRecovery}
          usable={usable}
          onChange={(toRecovery) => {
            setRecovery(toRecovery);
            clear();
          }}
        />
        <Button variant="quiet" className="w-full" onClick={() => onEnded(null)}>
          Start again
        </Button>
      </div>
    </div>
  );
}

type Usable = Record<'app' | 'passkey' | 'recovery', boolean>;

type OtherMethodProps = {
  isRecovery: boolean;
  usable: Usable;
  onChange: (toRecovery: boolean) => void;
};

/** The button that switches between recovery codes and the other methods. */
function OtherMethod({ isRecovery, usable, onChange }: OtherMethodProps) {
  const isAvailable = isRecovery ? usable.app || usable.passkey : usable.recovery;
  return isAvailable ? (
    <Button variant="quiet" className="w-full" onClick={() => onChange(!isRecovery)}>
      {isRecovery ? 'Use another way' : 'Use a recovery code'}
    </Button>
  ) : null;
}

type CodeFormProps = {
  isRecovery: boolean;
  isBusy: boolean;
  onCode: (code: string) => Promise<unknown>;
};

function CodeForm({ isRecovery, isBusy, onCode }: CodeFormProps) {
  const [code, setCode] = useState('');

  async function submit(event: FormEvent) {
    event.preventDefault();
    // In a dialog, React bubbles the event to the form that opened it.
    event.stopPropagation();
    await onCode(code);
    // A rejected code does not work again.
    setCode('');
  }

  return (
    <form onSubmit={submit} className="space-y-5">
      <TextField
        label={isRecovery ? 'Recovery code' : 'Code'}
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" className="w-full" disabled={isBusy || code.trim() === ''}>
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}

const RECOVERY =
  'Enter one of the codes that you saved when you turned on two-step sign-in. Each works once.';

function instructions({ app, passkey, recovery }: Usable): string {
  if (app && passkey) {
    return 'Use your passkey, or enter the six digits that your authenticator app shows now.';
  }
  if (app) return 'Enter the six digits that your authenticator app shows now.';
  if (passkey) return 'Use the passkey that you added to your account.';
  return recovery
    ? 'Your passkey cannot be used here. Use one of your recovery codes.'
    : 'Your passkey cannot be used here, and you have no recovery codes left. Ask the people who run this site to turn off two-step sign-in for you.';
}

import { useId } from 'react';
import { Button } from '../ui/button.tsx';
import { LoginForm } from './login-form.tsx';
import { useModal } from './use-modal.ts';

type SignInAgainProps = {
  email: string;
  /** Says what continues after the sign-in. */
  promise?: string;
  onSignedIn: () => void;
  onCancel: () => void;
};

/** A sign-in dialog over a form whose session has ended, so that its action can continue. */
export function SignInAgain({
  email,
  promise = 'Your text is still here, and is saved once you have signed in.',
  onSignedIn,
  onCancel,
}: SignInAgainProps) {
  const { dialog } = useModal();
  const title = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line bg-paper p-6 text-ink backdrop:bg-paper/80 md:p-8"
    >
      <h2 id={title} className="display text-2xl">
        Sign in again
      </h2>
      <p className="mt-2 text-muted text-sm">Your session has ended. {promise}</p>
      <LoginForm initialEmail={email} onSignedIn={onSignedIn} />
      <Button look="quiet" className="mt-3 w-full" onClick={onCancel}>
        Not now
      </Button>
    </dialog>
  );
}

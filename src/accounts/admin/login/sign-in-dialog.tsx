import { useState } from 'react';
import { Dialog } from '../../../admin/dialog.tsx';
import { storedSession } from '../../../admin/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { LoginForm } from './login-form.tsx';

type SignInOptions = {
  /** Says what continues after the sign-in. */
  promise: string;
  onSignedIn: () => void;
  onCancel?: () => void;
};

/** A sign-in over a view, for the administrator who opened it: the end of a session clears the stored one. */
export function useSignInDialog({ promise, onSignedIn, onCancel }: SignInOptions) {
  const [email] = useState(() => storedSession()?.email ?? '');
  const [isOpen, setOpen] = useState(false);

  function close(next: (() => void) | undefined) {
    setOpen(false);
    next?.();
  }

  return {
    open: () => setOpen(true),
    dialog: isOpen ? (
      <Dialog title="Sign in again" onCancel={() => close(onCancel)}>
        <p className="mt-2 text-muted text-sm">Your session has ended. {promise}</p>
        <LoginForm initialEmail={email} onSignedIn={() => close(onSignedIn)} />
        <Button variant="quiet" className="mt-3 w-full" onClick={() => close(onCancel)}>
          Not now
        </Button>
      </Dialog>
    ) : null,
  };
}

import { useEffect, useRef, useState } from 'react';
import { offerSignIn, withdrawSignIn } from '../../../admin/api.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { storedSession } from '../../../admin/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { LoginForm } from './login-form.tsx';

/** A sign-in over a page whose session has ended, for the account that opened it. What was interrupted goes on. */
export function SignInDialog() {
  const [email] = useState(() => storedSession()?.email ?? '');
  const [isOpen, setOpen] = useState(false);
  const closeOpen = useRef<() => void>(undefined);
  const close = () => closeOpen.current?.();

  useEffect(() => {
    const open = () =>
      new Promise<void>((resolve) => {
        closeOpen.current = () => {
          setOpen(false);
          resolve();
        };
        setOpen(true);
      });
    offerSignIn({ email, open, close: () => closeOpen.current?.() });
    return withdrawSignIn;
  }, [email]);

  if (!isOpen) return null;
  return (
    <Dialog title="Sign in again" onCancel={close}>
      <p className="mt-2 text-muted text-sm">
        Your session has ended. What is on this page is still here, and goes on once you have signed
        in.
      </p>
      <LoginForm account={email} onSignedIn={close} />
      <Button variant="quiet" className="mt-3 w-full" onClick={close}>
        Not now
      </Button>
    </Dialog>
  );
}

import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { TextField } from '../../../ui/field.tsx';

/** A password input with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [isShown, setShown] = useState(false);
  const name = props.label.toLowerCase();
  return (
    <div className="relative [&_input]:pr-12">
      <TextField {...props} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        aria-label={isShown ? `Hide ${name}` : `Show ${name}`}
        onClick={() => setShown(!isShown)}
        className="icon-button absolute top-8 right-0.5"
      >
        {isShown ? (
          <EyeOff aria-hidden className="size-5" />
        ) : (
          <Eye aria-hidden className="size-5" />
        )}
      </button>
    </div>
  );
}

/** The server's minimum (`newPassword`). */
const MIN_LENGTH = 15;

type NewPasswordFieldProps = Pick<
  ComponentProps<typeof TextField>,
  'value' | 'error' | 'onChange'
> & { email: string };

/** A password that somebody chooses for an account. */
export function NewPasswordField({ email, ...field }: NewPasswordFieldProps) {
  return (
    <>
      <AccountName email={email} />
      <PasswordField
        {...field}
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        minLength={MIN_LENGTH}
        hint={`At least ${MIN_LENGTH} characters. A few words in a row are easy to remember and hard to guess.`}
      />
    </>
  );
}

/** Password managers read the account's name from here. */
export function AccountName({ email }: { email: string }) {
  return (
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}

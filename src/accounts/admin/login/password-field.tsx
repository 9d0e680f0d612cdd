import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { TextField } from '../../../ui/field.tsx';

type FieldProps = Omit<ComponentProps<typeof TextField>, 'type'>;

export function PasswordField(props: FieldProps) {
  const [isShown, setShown] = useState(false);
  const name = props.label.toLowerCase();
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative [&_input]:pr-12">
      <TextField
        name="password"
        autoComplete="current-password"
        required
        {...props}
        type={isShown ? 'text' : 'password'}
      />
      <button
        type="button"
        aria-label={isShown ? `Hide ${name}` : `Show ${name}`}
        onClick={() => setShown(!isShown)}
        className="icon-button absolute top-8 right-0.5"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
}

/** The server's minimum (`newPassword`). */
const MIN_LENGTH = 15;

export function NewPasswordField({ email }: { email: string }) {
  return (
    <>
      <AccountName email={email} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        minLength={MIN_LENGTH}
        hint={`At least ${MIN_LENGTH} characters. A few words in a row are easy to remember and hard to guess.`}
      />
    </>
  );
}

export function CodeField(props: Omit<FieldProps, 'label'>) {
  return (
    <TextField
      label="Code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={40}
      {...props}
    />
  );
}

/** Password managers read the account's name from here. */
export function AccountName({ email }: { email: string }) {
  return (
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}

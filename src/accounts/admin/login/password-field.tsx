import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { TextField } from '../../../ui/field.tsx';

type SecretFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'onChange'> & {
  onValue: (value: string) => void;
};

export function PasswordField({ onValue, ...props }: SecretFieldProps) {
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
        onChange={(event) => onValue(event.target.value)}
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

type NewPasswordFieldProps = Pick<SecretFieldProps, 'value' | 'error' | 'onValue'> & {
  email: string;
};

export function NewPasswordField({ email, ...field }: NewPasswordFieldProps) {
  return (
    <>
      <AccountName email={email} />
      <PasswordField
        {...field}
        label="New password"
        autoComplete="new-password"
        minLength={MIN_LENGTH}
        hint={`At least ${MIN_LENGTH} characters. A few words in a row are easy to remember and hard to guess.`}
      />
    </>
  );
}

export function CodeField({
  onValue,
  ...props
}: Partial<SecretFieldProps> & Pick<SecretFieldProps, 'onValue'>) {
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
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

/** Password managers read the account's name from here. */
export function AccountName({ email }: { email: string }) {
  return (
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}

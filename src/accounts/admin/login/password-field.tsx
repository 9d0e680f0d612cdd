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

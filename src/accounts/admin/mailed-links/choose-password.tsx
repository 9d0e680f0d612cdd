import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { type ApiResult, failureMessage, formMessage } from '../../../admin/api.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { issuesByField } from '../../../admin/field-issues.ts';
import { settled } from '../../../admin/settled.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { PasswordField } from '../login/password-field.tsx';

/** The server's minimum (`newPassword`). */
const MIN_PASSWORD_LENGTH = 15;

export type ChoosePasswordTexts<T> = {
  /** Said above the form. */
  welcome: (opened: T) => string;
  /** The label of the button. */
  label: string;
  /** The message when the server gives no reason. */
  fallback: string;
  /** Where to go when the link does not work. */
  instead: { label: string; href: string };
};

type ChoosePasswordProps<T> = ChoosePasswordTexts<T> & {
  open: () => Promise<ApiResult<T>>;
  onSubmit: (email: string, password: string) => Promise<ApiResult<unknown>>;
};

/** What the link of a mail opens: it says whom it is for, and takes a password. */
export function ChoosePassword<T extends { email: string }>(props: ChoosePasswordProps<T>) {
  const { open, welcome, label, fallback, onSubmit, instead } = props;
  const [opened, setOpened] = useState<ApiResult<T> | null>(null);

  const load = useEffectEvent(async () => setOpened(await settled(open)));
  useEffect(() => void load(), []);

  if (opened === null) return <p role="status">Checking the link...</p>;
  if (!opened.ok) {
    const isLost = opened.failure.kind === 'network';
    return (
      <div className="space-y-5">
        <ErrorBox>{failureMessage(opened.failure, 'This link does not work.')}</ErrorBox>
        {isLost ? (
          <Button
            variant="secondary"
            onClick={() => {
              setOpened(null);
              void load();
            }}
          >
            Try again
          </Button>
        ) : (
          <ButtonLink href={instead.href} variant="secondary">
            {instead.label}
          </ButtonLink>
        )}
      </div>
    );
  }
  const { value } = opened;
  return (
    <>
      <p className="mb-5 [overflow-wrap:anywhere]">
        <EmailText text={welcome(value)} />
      </p>
      <PasswordForm
        email={value.email}
        label={label}
        fallback={fallback}
        onSubmit={(password) => onSubmit(value.email, password)}
      />
    </>
  );
}

type PasswordFormProps = {
  email: string;
  label: string;
  fallback: string;
  onSubmit: (password: string) => Promise<ApiResult<unknown>>;
};

function PasswordForm({ email, label, fallback, onSubmit }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const { isBusy, cause, submit } = useSubmit();
  const issues = issuesByField(cause?.kind === 'rejected' ? cause.issues : []);
  return (
    <form
      className="space-y-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit(() => onSubmit(password), fallback);
      }}
    >
      {cause === null ? null : <ErrorBox>{formMessage(cause, fallback)}</ErrorBox>}
      {/* Password managers read the account's name from here. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        minLength={MIN_PASSWORD_LENGTH}
        value={password}
        error={issues.password}
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. A few words in a row are easy to remember and hard to guess.`}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" className="w-full" disabled={isBusy || password === ''}>
        {isBusy ? 'One moment...' : label}
      </Button>
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { type Refusal, refusalMessage } from '../api.ts';
import { ErrorBox } from '../error-box.tsx';
import { issuesByField } from '../field-issues.ts';
import { loginAddress } from '../login-address.ts';
import { PasswordField } from '../password-field.tsx';
import { changePassword } from './account-api.ts';

/** What the server asks for (`newPasswordSchema`). */
const PASSWORD_LENGTH = 15;

const NOTHING = { current: '', password: '' };

/** Takes a new password from who knows the present one. */
export function ChangePassword({ email }: { email: string }) {
  const [values, setValues] = useState(NOTHING);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSending, setSending] = useState(false);
  const [isDone, setDone] = useState(false);
  const navigate = useNavigate();
  const location = useLocation();
  const { revalidate } = useRevalidator();
  const issues = issuesByField(refusal?.kind === 'refused' ? refusal.issues : []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSending(true);
    setRefusal(null);
    setDone(false);
    const answer = await changePassword(values);
    setSending(false);
    if (answer.ok) {
      setValues(NOTHING);
      setDone(true);
      await revalidate();
    } else if (answer.refusal.kind === 'signed-out') await navigate(loginAddress(location));
    else setRefusal(answer.refusal);
  }

  const field = (name: keyof typeof NOTHING) => ({
    name,
    required: true,
    value: values[name],
    error: issues[name],
    onChange: (event: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: event.target.value })),
  });

  return (
    <form onSubmit={submit} className="space-y-5">
      {refusal === null ? null : (
        <ErrorBox>{refusalMessage(refusal, 'The password was not changed.')}</ErrorBox>
      )}
      <p role="status" className="rounded-md bg-teal/8 px-4 py-3 text-sm text-teal empty:hidden">
        {isDone ? 'Your password is changed. Your other sessions have ended.' : null}
      </p>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field('current')}
        label="Present password"
        autoComplete="current-password"
      />
      <PasswordField
        {...field('password')}
        label="New password"
        autoComplete="new-password"
        minLength={PASSWORD_LENGTH}
        hint={`At least ${PASSWORD_LENGTH} characters. A few words in a row are easy to remember and hard to guess.`}
      />
      <Button type="submit" disabled={isSending || values.current === '' || values.password === ''}>
        {isSending ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  );
}

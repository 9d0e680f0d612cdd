import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { DoneNotice } from '../../../admin/notice-box.tsx';
import { storeSession } from '../../../admin/session/session.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import type { account } from '../../api/account.ts';
import { NewPasswordField, PasswordField } from '../login/password-field.tsx';

const api = caller<typeof account>();

const FAILURE = 'The password could not be changed.';

const EMPTY = { current: '', password: '' };

export function ChangePassword({ email }: { email: string }) {
  const [values, setValues] = useState(EMPTY);
  const { isBusy, cause, issues, submit } = useSubmit();
  const [isDone, setDone] = useState(false);
  const { revalidate } = useRevalidator();
  const notice = useRef<HTMLParagraphElement>(null);

  async function change(event: FormEvent) {
    event.preventDefault();
    setDone(false);
    const answer = await submit(() => api('PUT', '/admin/password', { json: values }), FAILURE);
    if (!answer.ok) return;
    const { access_token: token, expires_at } = answer.value;
    storeSession({ token, email }, expires_at);
    setValues(EMPTY);
    setDone(true);
    await revalidate();
    // The button, which had the focus, is disabled while the fields are empty.
    notice.current?.focus();
  }

  const field = (name: keyof typeof EMPTY) => ({
    value: values[name],
    error: issues[name],
    onValue: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });

  return (
    <form onSubmit={change} className="space-y-5">
      {cause === null ? null : <ErrorBox>{formMessage(cause, FAILURE)}</ErrorBox>}
      <DoneNotice ref={notice}>
        {isDone
          ? 'Your password has been changed. Your other sessions have been signed out.'
          : null}
      </DoneNotice>
      <PasswordField {...field('current')} label="Current password" name="current" />
      <NewPasswordField {...field('password')} email={email} />
      <Button type="submit" disabled={isBusy || values.current === '' || values.password === ''}>
        {isBusy ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  );
}

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiResult, DONE } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { DoneNotice } from '../../../admin/notice-box.tsx';
import { storeSession } from '../../../admin/session/session.ts';
import { useSpokenFocus } from '../../../admin/use-action.ts';
import type { account } from '../../api/account.ts';
import { AccountForm, type Typed } from '../login/account-form.tsx';
import { NewPasswordField, PasswordField } from '../login/password-field.tsx';

const api = caller<typeof account>();

export function ChangePassword({ email }: { email: string }) {
  const [notice, say] = useState('');
  // The button, which had the focus, is disabled while the fields are empty.
  const focused = useSpokenFocus(notice);
  const { revalidate } = useRevalidator();

  async function change(typed: Typed, form: HTMLFormElement): Promise<ApiResult<void>> {
    say('');
    const json = { current: typed('current'), password: typed('password') };
    const answer = await api('PUT', '/admin/password', { json });
    if (!answer.ok) return answer;
    const { access_token: token, expires_at } = answer.value;
    storeSession({ token, email }, expires_at);
    form.reset();
    await revalidate();
    say('Your password has been changed. Your other sessions have been signed out.');
    return DONE;
  }

  return (
    <div className="space-y-5">
      <DoneNotice ref={focused}>{notice}</DoneNotice>
      <AccountForm
        send={change}
        failure="The password could not be changed."
        label="Change password"
      >
        <PasswordField label="Current password" name="current" />
        <NewPasswordField email={email} />
      </AccountForm>
    </div>
  );
}

import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiResult, DONE } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { EmailText } from '../../../admin/email-text.tsx';
import { DoneNotice } from '../../../admin/notice-box.tsx';
import { useSpokenFocus } from '../../../admin/use-action.ts';
import type { account } from '../../api/account.ts';
import type { Proof } from '../../second-factors.ts';
import { AccountForm } from '../login/account-form.tsx';
import { authenticateByPasskey } from '../login/passkey-prompt.ts';
import { AccountName, CodeField, PasswordField } from '../login/password-field.tsx';

const api = caller<typeof account>();

/** A change of how people sign in, or of who may: it needs the password again, or a passkey. */
export type Change = {
  title: string;
  whom?: string;
  lead: ReactNode;
  verb: string;
  /** Asks for a code alone: a step before asked for the password. */
  isSecondStep?: boolean;
  /** @returns what to say when it is done, or the next step */
  send: (proof: Proof) => Promise<ApiResult<string | Change>>;
};

export async function saying<T>(
  call: Promise<ApiResult<T>>,
  next: (value: T) => string | Change,
): Promise<ApiResult<string | Change>> {
  const answer = await call;
  return answer.ok ? { ok: true, value: next(answer.value) } : answer;
}

type Identity = {
  email: string;
  /** Second factors that exist are changed with a code beside the password, or with a passkey. */
  needsCode?: boolean;
  hasPasskeys: boolean;
};

export function useIdentityCheck({ email, needsCode, hasPasskeys }: Identity) {
  const [change, setChange] = useState<Change | null>(null);
  const [notice, setNotice] = useState('');
  const status = useSpokenFocus(notice);
  const { revalidate } = useRevalidator();

  async function make({ send }: Change, proof: Proof): Promise<ApiResult<void>> {
    const answer = await send(proof);
    // Also after a refusal: somebody else may have changed what is shown.
    await revalidate();
    if (!answer.ok) return answer;
    const next = answer.value;
    setChange(typeof next === 'string' ? null : next);
    if (typeof next === 'string') setNotice(next);
    return DONE;
  }

  async function makeByPasskey(wanted: Change): Promise<ApiResult<void>> {
    const request = await api('POST', '/admin/second-factors/proof');
    if (!request.ok) return request;
    const instead = 'Try again, or enter your password.';
    const passkey = await authenticateByPasskey(request.value, instead);
    return passkey.ok ? make(wanted, { passkey: passkey.value }) : passkey;
  }

  return {
    say: setNotice,
    start: (next: Change) => {
      setNotice('');
      setChange(next);
    },
    notice: <DoneNotice ref={status}>{notice && <EmailText text={notice} />}</DoneNotice>,
    dialog: change && (
      <Dialog
        key={change.title}
        title={change.title}
        width="medium"
        onCancel={() => setChange(null)}
      >
        <div className="max-w-[60ch] space-y-3 pt-3 pb-4 text-muted text-sm">
          {change.whom && (
            <p className="font-medium text-base text-ink">
              <EmailText text={change.whom} />
            </p>
          )}
          {change.lead}
        </div>
        <AccountForm
          send={(typed) =>
            make(change, { password: typed('password'), code: typed('code') || null })
          }
          failure="That did not work."
          label={change.verb}
          passkey={
            hasPasskeys &&
            !change.isSecondStep && {
              label: `${change.verb} with a passkey`,
              use: () => makeByPasskey(change),
            }
          }
          onCancel={() => setChange(null)}
        >
          <AccountName email={email} />
          {change.isSecondStep ? (
            <CodeField inputMode="numeric" />
          ) : (
            <PasswordField label="Your password" />
          )}
          {needsCode && !change.isSecondStep && (
            <CodeField hint="Of your authenticator app, or a recovery code." />
          )}
        </AccountForm>
      </Dialog>
    ),
  };
}

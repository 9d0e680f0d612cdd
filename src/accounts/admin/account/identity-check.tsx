import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiResult, DONE } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { DoneNotice } from '../../../admin/notice-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import type { account } from '../../api/account.ts';
import type { Proof } from '../../second-factors.ts';
import { authenticateByPasskey, offersPasskeys } from '../login/passkey-prompt.ts';
import { AccountName, CodeField, PasswordField } from '../login/password-field.tsx';

const api = caller<typeof account>();

const FAILED = 'That did not work.';

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

export function useIdentityCheck(identity: Identity) {
  const [change, setChange] = useState<Change | null>(null);
  const [notice, setNotice] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    // The element that had the focus may be gone.
    if (notice !== '') status.current?.focus();
  }, [notice]);

  async function make({ send }: Change, proof: Proof): Promise<ApiResult<void>> {
    const answer = await send(proof);
    // Also after a refusal: somebody else may have changed what is shown.
    await revalidate();
    if (!answer.ok) return answer;
    const isDone = typeof answer.value === 'string';
    setChange(isDone ? null : (answer.value as Change));
    if (isDone) setNotice(answer.value as string);
    return DONE;
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
        <IdentityCheck
          {...identity}
          {...change}
          onProof={(proof) => make(change, proof)}
          onCancel={() => setChange(null)}
        />
      </Dialog>
    ),
  };
}

type IdentityCheckProps = Identity &
  Pick<Change, 'verb' | 'isSecondStep'> & {
    onProof: (proof: Proof) => Promise<ApiResult<void>>;
    onCancel: () => void;
  };

function IdentityCheck(props: IdentityCheckProps) {
  const { email, verb, isSecondStep = false, hasPasskeys, onProof, onCancel } = props;
  const needsCode = isSecondStep || (props.needsCode ?? false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { isBusy, failure, issues, submit } = useSubmit();

  function proveByForm(event: FormEvent) {
    event.preventDefault();
    const proof = { ...(isSecondStep ? {} : { password }), ...(needsCode && { code }) };
    void submit(() => onProof(proof), FAILED);
  }

  async function proveByPasskey(): Promise<ApiResult<void>> {
    const request = await api('POST', '/admin/second-factors/proof');
    if (!request.ok) return request;
    const instead = 'Try again, or enter your password.';
    const passkey = await authenticateByPasskey(request.value, instead);
    return passkey.ok ? onProof({ passkey: passkey.value }) : passkey;
  }

  return (
    <form onSubmit={proveByForm} className="space-y-4">
      {failure === null || (issues.password ?? issues.code) !== undefined ? null : (
        <ErrorBox>{issues.passkey ?? failure}</ErrorBox>
      )}
      <AccountName email={email} />
      {isSecondStep ? null : (
        <PasswordField
          label="Your password"
          value={password}
          error={issues.password}
          onValue={setPassword}
        />
      )}
      {needsCode ? (
        <CodeField
          {...(isSecondStep
            ? { inputMode: 'numeric' }
            : { hint: 'Of your authenticator app, or a recovery code.' })}
          value={code}
          error={issues.code}
          onValue={setCode}
        />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          disabled={
            isBusy || (!isSecondStep && password === '') || (needsCode && code.trim() === '')
          }
        >
          {verb}
        </Button>
        {hasPasskeys && !isSecondStep && offersPasskeys() ? (
          <Button
            variant="secondary"
            disabled={isBusy}
            onClick={() => submit(proveByPasskey, FAILED)}
          >
            {verb} with a passkey
          </Button>
        ) : null}
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

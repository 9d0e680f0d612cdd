import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiResult } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import type { account } from '../../api/account.ts';
import type { Proof } from '../../second-factors.ts';
import { authenticateByPasskey, offersPasskeys } from '../login/passkey-prompt.ts';
import { AccountName, CodeField, PasswordField } from '../login/password-field.tsx';

const api = caller<typeof account>();

const FAILED = 'That did not work.';

type IdentityCheckProps = {
  email: string;
  /** Further fields. */
  children?: ReactNode;
  /** The button's label. */
  verb: string;
  /** Second factors that exist are changed with a code beside the password, or with a passkey. */
  needsCode?: boolean;
  hasPasskeys: boolean;
  /** Makes the change; its failure is shown here. */
  onProof: (proof: Proof) => Promise<ApiResult<void>>;
  onCancel: () => void;
};

/** Requires the password again, or a passkey, before a change of how the administrator signs in. */
export function IdentityCheck(props: IdentityCheckProps) {
  const { email, children, verb, needsCode, hasPasskeys, onProof, onCancel } = props;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { isBusy, failure, issues, submit } = useSubmit();

  function proveByPassword(event: FormEvent) {
    event.preventDefault();
    void submit(() => onProof(needsCode ? { password, code } : { password }), FAILED);
  }

  async function proveByPasskey(): Promise<ApiResult<void>> {
    const request = await api('POST', '/admin/second-factors/proof');
    if (!request.ok) return request;
    const instead = 'Try again, or enter your password.';
    const passkey = await authenticateByPasskey(request.value, instead);
    return passkey.ok ? onProof({ passkey: passkey.value }) : passkey;
  }

  return (
    <form onSubmit={proveByPassword} className="space-y-4">
      {failure === null || (issues.password ?? issues.code) !== undefined ? null : (
        <ErrorBox>{issues.passkey ?? issues.name ?? failure}</ErrorBox>
      )}
      {children}
      <AccountName email={email} />
      <PasswordField
        label="Your password"
        value={password}
        error={issues.password}
        onValue={setPassword}
      />
      {needsCode ? (
        <CodeField
          hint="Of your authenticator app, or a recovery code."
          value={code}
          error={issues.code}
          onValue={setCode}
        />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          disabled={isBusy || password === '' || (needsCode && code.trim() === '')}
        >
          {verb}
        </Button>
        {hasPasskeys && offersPasskeys() ? (
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

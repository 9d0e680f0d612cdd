import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiResult } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { issuesByField } from '../../../admin/field-issues.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { account } from '../../api/account.ts';
import type { Proof } from '../../second-factors.ts';
import { authenticateByPasskey, offersPasskeys } from '../login/passkey-prompt.ts';
import { AccountName, PasswordField } from '../login/password-field.tsx';

const api = caller<typeof account>();

const FAILED = 'That did not work.';

type IdentityCheckProps = {
  email: string;
  /** Names the action; undefined in a dialog, whose title does. */
  title?: string;
  description: string;
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
  const { email, title, description, children, verb, needsCode, hasPasskeys, onProof, onCancel } =
    props;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { isBusy, cause, failure, submit } = useSubmit();
  const heading = useRef<HTMLHeadingElement>(null);
  const issues = issuesByField(cause?.kind === 'rejected' ? cause.issues : []);
  useEffect(() => heading.current?.focus(), []);

  function proveByPassword(event: FormEvent) {
    event.preventDefault();
    void submit(() => onProof(needsCode ? { password, code } : { password }), FAILED);
  }

  async function proveByPasskey(): Promise<ApiResult<void>> {
    const request = await api('POST', '/admin/second-factors/proof');
    if (!request.ok) return request;
    const passkey = await authenticateByPasskey(
      request.value,
      'Try again, or enter your password.',
    );
    return passkey.ok ? onProof({ passkey: passkey.value }) : passkey;
  }

  return (
    <form
      onSubmit={proveByPassword}
      className={`space-y-4 ${title === undefined ? 'pt-3' : 'rounded-md border border-line bg-paper p-4 md:p-5'}`}
    >
      <div>
        {title === undefined ? null : (
          <h3 ref={heading} tabIndex={-1} className="mb-1 font-medium">
            {title}
          </h3>
        )}
        <p className="max-w-[60ch] text-muted text-sm">{description}</p>
      </div>
      {failure === null || (issues.password ?? issues.code) !== undefined ? null : (
        <ErrorBox>{issues.passkey ?? issues.name ?? failure}</ErrorBox>
      )}
      {children}
      <AccountName email={email} />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        error={issues.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {needsCode ? (
        <TextField
          label="Code"
          name="code"
          hint="Of your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={40}
          value={code}
          error={issues.code}
          onChange={(event) => setCode(event.target.value)}
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

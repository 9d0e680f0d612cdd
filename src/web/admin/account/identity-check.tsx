import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Proof } from '../../../domain/access/second-factors.ts';
import { Button } from '../../ui/button.tsx';
import { type Answer, type Refusal, refusalMessage } from '../api.ts';
import { ErrorBox } from '../error-box.tsx';
import { issuesByField } from '../field-issues.ts';
import { answerByPasskey, offersPasskeys } from '../login-passkey.ts';
import { PasswordField } from '../password-field.tsx';
import { askForProof } from './account-api.ts';

type IdentityCheckProps = {
  email: string;
  /** What is going to happen. */
  title: string;
  words: string;
  /** What else is asked. */
  children?: ReactNode;
  /** What the button says. */
  verb: string;
  hasPasskeys: boolean;
  /** Tries it; what is refused is shown here. */
  onProof: (proof: Proof) => Promise<Answer<void>>;
  onSignedOut: () => void;
  onCancel: () => void;
};

/** Asks for the password once more, or a passkey, before something about signing in changes. */
export function IdentityCheck(props: IdentityCheckProps) {
  const { email, title, words, children, verb, hasPasskeys, onProof, onSignedOut, onCancel } =
    props;
  const [password, setPassword] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isUnanswered, setUnanswered] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const issues = issuesByField(refusal?.kind === 'refused' ? refusal.issues : []);
  useEffect(() => heading.current?.focus(), []);

  function settle(answer: Answer<void>) {
    setSending(false);
    if (answer.ok) return;
    if (answer.refusal.kind === 'signed-out') onSignedOut();
    else setRefusal(answer.refusal);
  }

  function begin() {
    setSending(true);
    setRefusal(null);
    setUnanswered(false);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    begin();
    settle(await onProof({ password }));
  }

  async function proveByPasskey() {
    begin();
    const request = await askForProof();
    if (!request.ok) return settle(request);
    const passkey = await answerByPasskey(request.value);
    if (passkey !== null) return settle(await onProof({ passkey }));
    setSending(false);
    setUnanswered(true);
  }

  return (
    <form onSubmit={submit} className="space-y-4 rounded-md border border-line bg-paper p-4 md:p-5">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-medium">
          {title}
        </h3>
        <p className="mt-1 max-w-[60ch] text-muted text-sm">{words}</p>
      </div>
      {refusal === null || issues.password !== undefined ? null : (
        <ErrorBox>
          {issues.passkey ?? issues.name ?? refusalMessage(refusal, 'That did not work.')}
        </ErrorBox>
      )}
      {isUnanswered ? (
        <ErrorBox>No passkey was used. Try again, or enter your password.</ErrorBox>
      ) : null}
      {children}
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        error={issues.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSending || password === ''}>
          {verb}
        </Button>
        {hasPasskeys && offersPasskeys() ? (
          <Button look="secondary" disabled={isSending} onClick={proveByPasskey}>
            {verb} with a passkey
          </Button>
        ) : null}
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

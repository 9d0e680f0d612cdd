import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiResult, DONE } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { copyText } from '../../../admin/copy-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { secondFactors } from '../../api/second-factors.ts';
import type { NewAuthenticatorApp } from '../../authenticator-apps.ts';
import type { Proof } from '../../reauthentication.ts';
import type { NewCodes, SecondFactors } from '../../second-factors.ts';
import { createPasskey } from '../login/login-passkey.ts';
import { AppSetup } from './app-setup.tsx';
import { browserName } from './browser-name.ts';
import { type Change, Factors } from './factors.tsx';
import { IdentityCheck } from './identity-check.tsx';

const api = caller<typeof secondFactors>();

/** Idle, a change that needs a proof of identity, or the step after the proof. */
type Step =
  | { kind: 'idle' }
  | Change
  | { kind: 'set-up-app'; app: NewAuthenticatorApp }
  | { kind: 'show-codes'; codes: readonly string[] };

const IDLE: Step = { kind: 'idle' };

/** The second factors of an account: an authenticator app, passkeys and recovery codes. */
export function TwoStep({ email, factors }: { email: string; factors: SecondFactors }) {
  const { appSince, passkeys } = factors;
  const [step, setStep] = useState<Step>(IDLE);
  const [notice, setNotice] = useState('');
  const [name, setName] = useState(defaultPasskeyName);
  const heading = useRef<HTMLHeadingElement>(null);
  const { revalidate } = useRevalidator();
  const isOn = appSince !== null || passkeys.length > 0;

  function start(next: Step) {
    setNotice('');
    setStep(next);
  }

  async function done(message: string, made: NewCodes = { recoveryCodes: null }) {
    await revalidate();
    setNotice(message);
    if (made.recoveryCodes === null) stop();
    else setStep({ kind: 'show-codes', codes: made.recoveryCodes });
  }

  function stop() {
    setStep(IDLE);
    // The element that had the focus is removed.
    heading.current?.focus();
  }

  async function andThen<T>(
    answer: Promise<ApiResult<T>>,
    next: (value: T) => Promise<ApiResult<void>> | Promise<void> | void,
  ): Promise<ApiResult<void>> {
    const first = await answer;
    if (!first.ok) return first;
    return (await next(first.value)) ?? DONE;
  }

  function change(json: Proof): Promise<ApiResult<void>> {
    switch (step.kind) {
      case 'add-app':
        return andThen(api('POST', '/admin/second-factors/app', { json }), (app) =>
          setStep({ kind: 'set-up-app', app }),
        );
      case 'remove-app':
        return andThen(api('POST', '/admin/second-factors/app/remove', { json }), () =>
          done('The authenticator app has been removed.'),
        );
      case 'add-passkey':
        return andThen(
          api('POST', '/admin/second-factors/passkeys/options', { json }),
          async (options) => {
            const made = await createPasskey(options);
            if (!made.ok) return made;
            return andThen(
              api('POST', '/admin/second-factors/passkeys', {
                json: { name, passkey: made.value },
              }),
              (codes) => done('The passkey has been added.', codes),
            );
          },
        );
      case 'remove-passkey':
        return andThen(
          api('POST', '/admin/second-factors/passkeys/:id/remove', {
            param: { id: step.passkey.id },
            json,
          }),
          () => done('The passkey has been removed.'),
        );
      default:
        return andThen(api('POST', '/admin/second-factors/recovery-codes', { json }), (codes) =>
          done('New recovery codes have been created. The old ones no longer work.', codes),
        );
    }
  }

  function panel() {
    switch (step.kind) {
      case 'idle':
        return null;
      case 'set-up-app':
        return (
          <AppSetup
            app={step.app}
            onConfirmed={(made) => done('The authenticator app is on.', made)}
            onCancel={stop}
          />
        );
      case 'show-codes':
        return (
          <RecoveryCodes
            codes={step.codes}
            onCopied={() => setNotice('Copied.')}
            onConfirmed={() => {
              setNotice('');
              stop();
            }}
          />
        );
      default:
        return (
          <IdentityCheck
            key={step.kind}
            email={email}
            {...PROMPTS[step.kind]}
            hasPasskeys={passkeys.length > 0 && factors.offersPasskeys}
            onProof={change}
            onCancel={stop}
          >
            {step.kind === 'add-passkey' ? (
              <TextField
                label="Name of the passkey"
                name="passkey-name"
                hint="So that you can tell it apart: where it is stored, for example."
                required
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            ) : null}
          </IdentityCheck>
        );
    }
  }

  return (
    <>
      <h2
        ref={heading}
        tabIndex={-1}
        className="flex flex-wrap items-center gap-x-2 font-medium text-lg"
      >
        Two-step sign-in
        <Badge tone={isOn ? 'teal' : 'stone'}>{isOn ? 'On' : 'Off'}</Badge>
      </h2>
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        {isOn
          ? 'After your password, you are asked for one of these to sign in. A passkey can also be used alone.'
          : 'Something only you have, asked for after your password: someone who learns your password cannot sign in with it alone.'}
      </p>
      <p role="status" className="mt-2 text-sm text-teal empty:hidden">
        {notice}
      </p>
      <Factors factors={factors} isIdle={step.kind === 'idle'} onStart={start} />
      <div className="mt-4 empty:hidden">{panel()}</div>
    </>
  );
}

const PROMPTS = {
  'add-app': {
    title: 'Set up an authenticator app',
    description: 'First confirm that it is you.',
    verb: 'Continue',
  },
  'remove-app': {
    title: 'Remove the authenticator app',
    description: 'You will no longer be able to sign in with its codes. Confirm that it is you.',
    verb: 'Remove',
  },
  'add-passkey': {
    title: 'Add a passkey',
    description: 'First confirm that it is you. Your browser then creates the passkey.',
    verb: 'Continue',
  },
  'remove-passkey': {
    title: 'Remove the passkey',
    description: 'You will no longer be able to sign in with it. Confirm that it is you.',
    verb: 'Remove',
  },
  'renew-codes': {
    title: 'Create new recovery codes',
    description: 'Your current codes will stop working. Confirm that it is you.',
    verb: 'Create new codes',
  },
} as const;

function defaultPasskeyName(): string {
  const browser = browserName(navigator.userAgent);
  return browser.charAt(0).toUpperCase() + browser.slice(1);
}

type RecoveryCodesProps = {
  codes: readonly string[];
  onCopied: () => void;
  onConfirmed: () => void;
};

/** New recovery codes: the API returns them once. */
function RecoveryCodes({ codes, onCopied, onConfirmed }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="space-y-4 rounded-md border border-line bg-paper p-4 md:p-5">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-medium">
          Save these recovery codes
        </h3>
        <p className="mt-1 max-w-[60ch] text-muted text-sm">
          If you lose your app or passkey, each code lets you sign in once, after your password.
          Print them or save them in a password manager: they will not be shown again.
        </p>
      </div>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onConfirmed}>I have saved them</Button>
        <Button
          variant="secondary"
          onClick={async () => {
            if (await copyText(codes.join('\n'))) onCopied();
          }}
        >
          Copy
        </Button>
      </div>
    </div>
  );
}

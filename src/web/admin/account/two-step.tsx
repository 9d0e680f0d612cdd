import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { NewAuthenticatorApp } from '../../../domain/access/authenticator-apps.ts';
import type { NewCodes, Proof, SecondFactors } from '../../../domain/access/second-factors.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextField } from '../../ui/field.tsx';
import { type Answer, DONE } from '../api.ts';
import { createPasskey } from '../login-passkey.ts';
import {
  addPasskey,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  startAppEnrolment,
  startPasskeyRegistration,
} from './account-api.ts';
import { AppSetup } from './app-setup.tsx';
import { browserName } from './browser-name.ts';
import { type Change, Factors } from './factors.tsx';
import { IdentityCheck } from './identity-check.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** What is being done: nothing, a change that asks who it is first, or what comes after that. */
type Doing =
  | { kind: 'nothing' }
  | Change
  | { kind: 'set-up-app'; app: NewAuthenticatorApp }
  | { kind: 'show-codes'; codes: readonly string[] };

const NOTHING: Doing = { kind: 'nothing' };

/** What follows the password at sign-in: an app, passkeys, and codes for when they are lost. */
export function TwoStep({ email, factors }: { email: string; factors: SecondFactors }) {
  const { appSince, passkeys } = factors;
  const [doing, setDoing] = useState<Doing>(NOTHING);
  const [notice, setNotice] = useState('');
  const [name, setName] = useState(nameHere);
  const heading = useRef<HTMLHeadingElement>(null);
  const { revalidate } = useRevalidator();
  const isOn = appSince !== null || passkeys.length > 0;

  function begin(next: Doing) {
    setNotice('');
    setDoing(next);
  }

  async function done(told: string, made: NewCodes = { recoveryCodes: null }) {
    await revalidate();
    setNotice(told);
    if (made.recoveryCodes === null) stop();
    else setDoing({ kind: 'show-codes', codes: made.recoveryCodes });
  }

  function stop() {
    setDoing(NOTHING);
    // What had the focus is gone.
    heading.current?.focus();
  }

  async function follow<T>(
    answer: Promise<Answer<T>>,
    next: (value: T) => Promise<Answer<void>> | Promise<void> | void,
  ): Promise<Answer<void>> {
    const given = await answer;
    if (!given.ok) return given;
    return (await next(given.value)) ?? DONE;
  }

  function prove(proof: Proof): Promise<Answer<void>> {
    switch (doing.kind) {
      case 'add-app':
        return follow(startAppEnrolment(proof), (app) => setDoing({ kind: 'set-up-app', app }));
      case 'remove-app':
        return follow(removeApp(proof), () => done('The authenticator app is removed.'));
      case 'add-passkey':
        return follow(startPasskeyRegistration(proof), async (options) => {
          const made = await createPasskey(options);
          if (!made.ok) return made;
          return follow(addPasskey(name, made.value), (codes) =>
            done('The passkey is added.', codes),
          );
        });
      case 'remove-passkey':
        return follow(removePasskey(doing.passkey, proof), () => done('The passkey is removed.'));
      default:
        return follow(renewRecoveryCodes(proof), (codes) =>
          done('The recovery codes are new. Those before are worth nothing any more.', codes),
        );
    }
  }

  function panel() {
    switch (doing.kind) {
      case 'nothing':
        return null;
      case 'set-up-app':
        return (
          <AppSetup
            app={doing.app}
            onConfirmed={(made) => done('The authenticator app is on.', made)}
            onCancel={stop}
          />
        );
      case 'show-codes':
        return (
          <RecoveryCodes
            codes={doing.codes}
            onCopied={() => setNotice('Copied.')}
            onKept={() => {
              setNotice('');
              stop();
            }}
          />
        );
      default:
        return (
          <IdentityCheck
            key={doing.kind}
            email={email}
            {...WORDS[doing.kind]}
            hasPasskeys={passkeys.length > 0 && factors.offersPasskeys}
            onProof={prove}
            onCancel={stop}
          >
            {doing.kind === 'add-passkey' ? (
              <TextField
                label="Name of the passkey"
                name="passkey-name"
                hint="So that you know it from others: where it is kept, for instance."
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
          ? 'After your password, signing in asks for one of these. A passkey can also be used alone.'
          : 'A second thing that only you have, asked for after your password: whoever learns the password cannot sign in with it alone.'}
      </p>
      <p role="status" className="mt-2 text-sm text-teal empty:hidden">
        {notice}
      </p>
      <Factors factors={factors} isIdle={doing.kind === 'nothing'} onStart={begin} />
      <div className="mt-4 empty:hidden">{panel()}</div>
    </>
  );
}

const WORDS = {
  'add-app': {
    title: 'Set up an authenticator app',
    words: 'Confirm first that it is you.',
    verb: 'Continue',
  },
  'remove-app': {
    title: 'Remove the authenticator app',
    words: 'Its codes will not let you in any more. Confirm that it is you.',
    verb: 'Remove',
  },
  'add-passkey': {
    title: 'Add a passkey',
    words: 'Confirm first that it is you. Then your browser makes the passkey.',
    verb: 'Continue',
  },
  'remove-passkey': {
    title: 'Remove the passkey',
    words: 'It will not let you in any more. Confirm that it is you.',
    verb: 'Remove',
  },
  'renew-codes': {
    title: 'Make new recovery codes',
    words: 'The codes that you have are worth nothing from then on. Confirm that it is you.',
    verb: 'Make new codes',
  },
} as const;

/** What this browser would be called among the administrator's passkeys. */
function nameHere(): string {
  const here = browserName(navigator.userAgent);
  return here.charAt(0).toUpperCase() + here.slice(1);
}

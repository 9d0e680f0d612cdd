import { Fragment, type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiResult, DONE } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { dateAndTime, longDate } from '../../../admin/times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { account } from '../../api/account.ts';
import type { NewAuthenticatorApp, RecoveryCodesLeft } from '../../codes.ts';
import type { PasskeySummary } from '../../passkeys.ts';
import type { NewCodes, Proof, SecondFactors } from '../../second-factors.ts';
import { createPasskey, offersPasskeys } from '../login/passkey-prompt.ts';
import { AppSetup, Panel, RecoveryCodes } from './app-setup.tsx';
import { browserName } from './browser-name.ts';
import { IdentityCheck } from './identity-check.tsx';

const api = caller<typeof account>();

/** A change of second factors, which needs a proof of identity first. */
type Change = {
  title: string;
  lead: string;
  /** The label of the button that starts it, and its accessible name where that is not the title. */
  button: string;
  name?: string;
  verb: string;
  /** What the page says once it is done. */
  done: string;
  /** A passkey that is added has a name. */
  isNamed?: boolean;
  send: (
    json: Proof,
    name: string,
  ) => Promise<ApiResult<NewCodes | NewAuthenticatorApp | undefined>>;
};

/** A change that needs a proof of identity, or the step after the proof; null: idle. */
type Step = { change: Change } | { app: NewAuthenticatorApp } | { codes: readonly string[] } | null;

const CONFIRM = 'Confirm that it is you.';

const ADD_APP: Change = {
  title: 'Set up an authenticator app',
  lead: 'First confirm that it is you.',
  button: 'Set up',
  verb: 'Continue',
  done: '',
  send: (json) => api('POST', '/admin/second-factors/app', { json }),
};

const REMOVE_APP: Change = {
  title: 'Remove the authenticator app',
  lead: `You will no longer be able to sign in with its codes. ${CONFIRM}`,
  button: 'Remove',
  verb: 'Remove',
  done: 'The authenticator app has been removed.',
  send: (json) => api('POST', '/admin/second-factors/app/remove', { json }),
};

const ADD_PASSKEY: Change = {
  title: 'Add a passkey',
  lead: 'First confirm that it is you. Your browser then creates the passkey.',
  button: 'Add a passkey',
  verb: 'Continue',
  done: 'The passkey has been added.',
  isNamed: true,
  async send(json, name) {
    const options = await api('POST', '/admin/second-factors/passkeys/options', { json });
    if (!options.ok) return options;
    const made = await createPasskey(options.value);
    if (!made.ok) return made;
    const passkey = { name, passkey: made.value };
    return api('POST', '/admin/second-factors/passkeys', { json: passkey });
  },
};

const removePasskey = ({ id, name }: PasskeySummary): Change => ({
  title: 'Remove the passkey',
  lead: `You will no longer be able to sign in with it. ${CONFIRM}`,
  button: 'Remove',
  name: `Remove the passkey ${name}`,
  verb: 'Remove',
  done: 'The passkey has been removed.',
  send: (json) => api('POST', '/admin/second-factors/passkeys/:id/remove', { param: { id }, json }),
});

const RENEW_CODES: Change = {
  title: 'Create new recovery codes',
  lead: `Your current codes will stop working. ${CONFIRM}`,
  button: 'Create new ones',
  verb: 'Create new codes',
  done: 'New recovery codes have been created. The old ones no longer work.',
  send: (json) => api('POST', '/admin/second-factors/recovery-codes', { json }),
};

/** The second factors of an account: an authenticator app, passkeys and recovery codes. */
export function TwoStep({ email, factors }: { email: string; factors: SecondFactors }) {
  const { appSince, passkeys, recoveryCodes } = factors;
  const [step, setStep] = useState<Step>(null);
  const [notice, setNotice] = useState('');
  const [name, setName] = useState(defaultPasskeyName);
  const heading = useRef<HTMLHeadingElement>(null);
  const { revalidate } = useRevalidator();
  const isOn = appSince !== null || passkeys.length > 0;

  function stop() {
    setStep(null);
    // The element that had the focus is removed.
    heading.current?.focus();
  }

  async function done(message: string, codes: readonly string[] | null) {
    await revalidate();
    setNotice(message);
    if (codes === null) stop();
    else setStep({ codes });
  }

  async function prove(change: Change, json: Proof): Promise<ApiResult<void>> {
    const answer = await change.send(json, name);
    if (!answer.ok) return answer;
    const { value } = answer;
    if (value !== undefined && 'secret' in value) setStep({ app: value });
    else await done(change.done, value?.recoveryCodes ?? null);
    return DONE;
  }

  const row = (title: string, lead: ReactNode, change?: Change) => (
    <div key={title} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64 [overflow-wrap:anywhere]">
        <h3 className="font-medium">{title}</h3>
        <p className="max-w-[56ch] text-muted text-sm">{lead}</p>
      </div>
      {change === undefined ? null : (
        <Button
          variant="secondary"
          disabled={step !== null}
          aria-label={change.name ?? change.title}
          onClick={() => {
            setNotice('');
            setStep({ change });
          }}
        >
          {change.button}
        </Button>
      )}
    </div>
  );

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
      <div className="mt-1 -mb-3 divide-y divide-line">
        {appSince === null
          ? row(
              'Authenticator app',
              'An app on your phone shows six digits that change every 30 seconds.',
              ADD_APP,
            )
          : row('Authenticator app', `Since ${longDate(appSince)}`, REMOVE_APP)}
        {passkeys.map((passkey) => (
          <Fragment key={passkey.id}>
            {row(`Passkey “${passkey.name}”`, passkeyUse(passkey), removePasskey(passkey))}
          </Fragment>
        ))}
        {row(
          passkeys.length === 0 ? 'Passkeys' : 'Another passkey',
          passkeysDescription(factors),
          factors.offersPasskeys && offersPasskeys() ? ADD_PASSKEY : undefined,
        )}
        {recoveryCodes && row('Recovery codes', codesLeft(recoveryCodes), RENEW_CODES)}
      </div>
      <div className="mt-4 empty:hidden">
        {step !== null && 'app' in step && (
          <AppSetup
            app={step.app}
            onConfirmed={({ recoveryCodes }) => done('The authenticator app is on.', recoveryCodes)}
            onCancel={stop}
          />
        )}
        {step !== null && 'codes' in step && (
          <RecoveryCodes
            codes={step.codes}
            onCopied={() => setNotice('Copied.')}
            onConfirmed={() => {
              setNotice('');
              stop();
            }}
          />
        )}
        {step !== null && 'change' in step && (
          <Panel title={step.change.title} lead={step.change.lead}>
            <IdentityCheck
              email={email}
              verb={step.change.verb}
              needsCode={isOn}
              hasPasskeys={passkeys.length > 0 && factors.offersPasskeys}
              onProof={(proof) => prove(step.change, proof)}
              onCancel={stop}
            >
              {step.change.isNamed ? (
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
          </Panel>
        )}
      </div>
    </>
  );
}

function defaultPasskeyName(): string {
  const browser = browserName(navigator.userAgent);
  return browser.charAt(0).toUpperCase() + browser.slice(1);
}

function passkeyUse({ createdAt, lastUsedAt }: PasskeySummary): string {
  const use = lastUsedAt === null ? 'not used yet' : `last used ${dateAndTime(lastUsedAt)}`;
  return `Since ${longDate(createdAt)}, ${use}`;
}

function codesLeft({ left, madeAt, lastUsedAt }: RecoveryCodesLeft): string {
  const use = lastUsedAt === null ? '' : ` The last one used was on ${dateAndTime(lastUsedAt)}.`;
  return `${left === 0 ? 'None' : left} left of those created on ${longDate(madeAt)}.${use}`;
}

/** What passkeys are, or why this site or browser offers none. */
function passkeysDescription({ offersPasskeys: canHave }: SecondFactors): ReactNode {
  if (!canHave) {
    return (
      <>
        Passkeys work only at an https address, and this site is at{' '}
        <code className="font-mono">{window.location.origin}</code>, where browsers do not offer
        them. Set <code className="font-mono">PUBLIC_URL</code> to the site’s https address, and
        open the site there. To try them on this machine, set it to{' '}
        <code className="font-mono">http://localhost</code> with the port.
      </>
    );
  }
  return offersPasskeys()
    ? 'Your device or a security key signs you in with your fingerprint, face or PIN. A passkey works only on this site, so a fake site cannot steal it.'
    : 'This browser does not offer passkeys here. Open the site at its https address, in a browser that supports them.';
}

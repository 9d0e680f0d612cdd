import { type ReactNode, useRef, useState } from 'react';
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

/** Idle, a change that needs a proof of identity, or the step after the proof. */
type Step =
  | { kind: 'idle' }
  | { kind: 'prove'; change: Change }
  | { kind: 'set-up-app'; app: NewAuthenticatorApp }
  | { kind: 'show-codes'; codes: readonly string[] };

const CONFIRM = 'Confirm that it is you.';

const ADD_APP: Change = {
  title: 'Set up an authenticator app',
  lead: 'First confirm that it is you.',
  verb: 'Continue',
  done: '',
  send: (json) => api('POST', '/admin/second-factors/app', { json }),
};

const REMOVE_APP: Change = {
  title: 'Remove the authenticator app',
  lead: `You will no longer be able to sign in with its codes. ${CONFIRM}`,
  verb: 'Remove',
  done: 'The authenticator app has been removed.',
  send: (json) => api('POST', '/admin/second-factors/app/remove', { json }),
};

const ADD_PASSKEY: Change = {
  title: 'Add a passkey',
  lead: 'First confirm that it is you. Your browser then creates the passkey.',
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

const removePasskey = ({ id }: PasskeySummary): Change => ({
  title: 'Remove the passkey',
  lead: `You will no longer be able to sign in with it. ${CONFIRM}`,
  verb: 'Remove',
  done: 'The passkey has been removed.',
  send: (json) => api('POST', '/admin/second-factors/passkeys/:id/remove', { param: { id }, json }),
});

const RENEW_CODES: Change = {
  title: 'Create new recovery codes',
  lead: `Your current codes will stop working. ${CONFIRM}`,
  verb: 'Create new codes',
  done: 'New recovery codes have been created. The old ones no longer work.',
  send: (json) => api('POST', '/admin/second-factors/recovery-codes', { json }),
};

/** The second factors of an account: an authenticator app, passkeys and recovery codes. */
export function TwoStep({ email, factors }: { email: string; factors: SecondFactors }) {
  const { appSince, passkeys } = factors;
  const [step, setStep] = useState<Step>({ kind: 'idle' });
  const [notice, setNotice] = useState('');
  const [name, setName] = useState(defaultPasskeyName);
  const heading = useRef<HTMLHeadingElement>(null);
  const { revalidate } = useRevalidator();
  const isOn = appSince !== null || passkeys.length > 0;

  function stop() {
    setStep({ kind: 'idle' });
    // The element that had the focus is removed.
    heading.current?.focus();
  }

  async function done(message: string, codes: readonly string[] | null) {
    await revalidate();
    setNotice(message);
    if (codes === null) stop();
    else setStep({ kind: 'show-codes', codes });
  }

  async function prove(change: Change, json: Proof): Promise<ApiResult<void>> {
    const answer = await change.send(json, name);
    if (!answer.ok) return answer;
    const { value } = answer;
    if (value !== undefined && 'secret' in value) setStep({ kind: 'set-up-app', app: value });
    else await done(change.done, value?.recoveryCodes ?? null);
    return DONE;
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
      <Factors
        factors={factors}
        isIdle={step.kind === 'idle'}
        onStart={(change) => {
          setNotice('');
          setStep({ kind: 'prove', change });
        }}
      />
      <div className="mt-4 empty:hidden">
        {step.kind === 'set-up-app' && (
          <AppSetup
            app={step.app}
            onConfirmed={({ recoveryCodes }) => done('The authenticator app is on.', recoveryCodes)}
            onCancel={stop}
          />
        )}
        {step.kind === 'show-codes' && (
          <RecoveryCodes
            codes={step.codes}
            onCopied={() => setNotice('Copied.')}
            onConfirmed={() => {
              setNotice('');
              stop();
            }}
          />
        )}
        {step.kind === 'prove' && (
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

type FactorsProps = {
  factors: SecondFactors;
  /** A change can start: one at a time. */
  isIdle: boolean;
  onStart: (change: Change) => void;
};

/** The second factors, each with its action. */
function Factors({ factors, isIdle, onStart }: FactorsProps) {
  const { appSince, passkeys, recoveryCodes } = factors;
  type Action = { change: Change; verb: string; label?: string };
  const row = (key: string, title: string, lead: ReactNode, action?: Action) => (
    <div key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <h3 className="font-medium [overflow-wrap:anywhere]">{title}</h3>
        <p className="max-w-[56ch] text-muted text-sm [overflow-wrap:anywhere]">{lead}</p>
      </div>
      {action === undefined ? null : (
        <Button
          variant="secondary"
          disabled={!isIdle}
          aria-label={action.label ?? action.change.title}
          onClick={() => onStart(action.change)}
        >
          {action.verb}
        </Button>
      )}
    </div>
  );
  const app =
    appSince === null
      ? 'An app on your phone shows six digits that change every 30 seconds.'
      : `Since ${longDate(appSince)}`;
  const appAction =
    appSince === null
      ? { change: ADD_APP, verb: 'Set up' }
      : { change: REMOVE_APP, verb: 'Remove' };
  const canAdd = factors.offersPasskeys && offersPasskeys();
  return (
    <div className="mt-1 -mb-3 divide-y divide-line">
      {row('app', 'Authenticator app', app, appAction)}
      {passkeys.map((passkey) =>
        row(passkey.id, `Passkey “${passkey.name}”`, passkeyUse(passkey), {
          change: removePasskey(passkey),
          verb: 'Remove',
          label: `Remove the passkey ${passkey.name}`,
        }),
      )}
      {row(
        'another',
        passkeys.length === 0 ? 'Passkeys' : 'Another passkey',
        passkeysDescription(factors),
        canAdd ? { change: ADD_PASSKEY, verb: 'Add a passkey' } : undefined,
      )}
      {recoveryCodes !== null &&
        row('codes', 'Recovery codes', codesLeft(recoveryCodes), {
          change: RENEW_CODES,
          verb: 'Create new ones',
        })}
    </div>
  );
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

import type { ReactNode } from 'react';
import { dateAndTime, longDate } from '../../../admin/times.ts';
import { Button } from '../../../ui/button.tsx';
import type { PasskeySummary } from '../../passkeys.ts';
import type { RecoveryCodesLeft } from '../../recovery-codes.ts';
import type { SecondFactors } from '../../second-factors.ts';
import { offersPasskeys } from '../login/login-passkey.ts';

/** A change of second factors; each needs a proof of identity first. */
export type Change =
  | { kind: 'add-app' | 'remove-app' | 'add-passkey' | 'renew-codes' }
  | { kind: 'remove-passkey'; passkey: PasskeySummary };

type FactorsProps = {
  factors: SecondFactors;
  /** A change can start: one at a time. */
  isIdle: boolean;
  onStart: (change: Change) => void;
};

/** The second factors, each with its actions. */
export function Factors({ factors, isIdle, onStart }: FactorsProps) {
  const { appSince, passkeys, recoveryCodes } = factors;
  const change = (next: Change, verb: string, label?: string) => (
    <Button variant="secondary" disabled={!isIdle} aria-label={label} onClick={() => onStart(next)}>
      {verb}
    </Button>
  );
  return (
    <div className="mt-1 -mb-3 divide-y divide-line">
      {appSince === null ? (
        <Row
          title="Authenticator app"
          description="An app on your phone shows six digits that change every 30 seconds."
        >
          {change({ kind: 'add-app' }, 'Set up', 'Set up an authenticator app')}
        </Row>
      ) : (
        <Row title="Authenticator app" description={`Since ${longDate(appSince)}`}>
          {change({ kind: 'remove-app' }, 'Remove', 'Remove the authenticator app')}
        </Row>
      )}
      {passkeys.map((passkey) => (
        <Row key={passkey.id} title={`Passkey “${passkey.name}”`} description={passkeyUse(passkey)}>
          {change(
            { kind: 'remove-passkey', passkey },
            'Remove',
            `Remove the passkey ${passkey.name}`,
          )}
        </Row>
      ))}
      <Row
        title={passkeys.length === 0 ? 'Passkeys' : 'Another passkey'}
        description={passkeysDescription(factors)}
      >
        {factors.offersPasskeys && offersPasskeys()
          ? change({ kind: 'add-passkey' }, 'Add a passkey')
          : null}
      </Row>
      {recoveryCodes === null ? null : (
        <Row title="Recovery codes" description={codesLeft(recoveryCodes)}>
          {change({ kind: 'renew-codes' }, 'Create new ones', 'Create new recovery codes')}
        </Row>
      )}
    </div>
  );
}

type RowProps = { title: string; description: ReactNode; children: ReactNode };

function Row({ title, description, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <h3 className="font-medium [overflow-wrap:anywhere]">{title}</h3>
        <p className="max-w-[56ch] text-muted text-sm [overflow-wrap:anywhere]">{description}</p>
      </div>
      {children}
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

import { useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { dateAndTime, longDate } from '../../../admin/times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Factor } from '../../administrators.ts';
import type { account } from '../../api/account.ts';
import type { RecoveryCodesLeft } from '../../codes.ts';
import type { NewCodes, SecondFactors } from '../../second-factors.ts';
import { createPasskey, offersPasskeys } from '../login/passkey-prompt.ts';
import { AppSetup, RecoveryCodes } from './app-setup.tsx';
import { browserName } from './browser-name.ts';
import { type Change, saying, useIdentityCheck } from './identity-check.tsx';
import { Row } from './row.tsx';

const api = caller<typeof account>();

const APP = 'app';

export function TwoStep({ email, state }: { email: string; state: SecondFactors }) {
  const { factors, recoveryCodes } = state;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isOn = factors.length > 0;
  const hasApp = factors.some(({ id }) => id === APP);
  const hasPasskeys = state.offersPasskeys && factors.some(({ id }) => id !== APP);
  const canAddPasskey = state.offersPasskeys && offersPasskeys();
  const { start, notice, dialog } = useIdentityCheck({ email, needsCode: isOn, hasPasskeys });

  const withCodes = (done: string) => (made: NewCodes) => {
    setCodes(made.recoveryCodes);
    return done;
  };

  const addApp: Change = {
    title: 'Set up an authenticator app',
    lead: 'First confirm that it is you.',
    verb: 'Continue',
    send: (json) =>
      saying(api('POST', '/admin/second-factors/app', { json }), (app) => ({
        title: 'Set up your authenticator app',
        lead: <AppSetup app={app} />,
        verb: 'Turn on',
        isSecondStep: true,
        send: ({ code }) =>
          saying(
            api('POST', '/admin/second-factors/app/confirm', { json: { code: code ?? '' } }),
            withCodes('The authenticator app is on.'),
          ),
      })),
  };

  const addPasskey: Change = {
    title: 'Add a passkey',
    lead: 'First confirm that it is you. Your browser then creates the passkey.',
    verb: 'Continue',
    async send(json) {
      const options = await api('POST', '/admin/second-factors/passkeys/options', { json });
      if (!options.ok) return options;
      const made = await createPasskey(options.value);
      if (!made.ok) return made;
      const passkey = { name: browserName(navigator.userAgent), passkey: made.value };
      const call = api('POST', '/admin/second-factors/passkeys', { json: passkey });
      return saying(call, withCodes('The passkey has been added.'));
    },
  };

  const remove = ({ id, name }: Factor): Change => ({
    title: `Remove “${name}”`,
    lead: 'You will no longer be able to sign in with it.',
    verb: 'Remove',
    send: (json) =>
      saying(
        api('POST', '/admin/second-factors/:id/remove', { param: { id }, json }),
        () => `“${name}” has been removed.`,
      ),
  });

  const renewCodes: Change = {
    title: 'Create new recovery codes',
    lead: 'Your current codes will stop working.',
    verb: 'Create new codes',
    send: (json) =>
      saying(
        api('POST', '/admin/second-factors/recovery-codes', { json }),
        withCodes('New recovery codes have been created. The old ones no longer work.'),
      ),
  };

  const row = (title: string, details: string, label: string, change?: Change, key = title) => (
    <Row key={key} title={title} details={details}>
      {change && (
        <Button variant="secondary" aria-label={change.title} onClick={() => start(change)}>
          {label}
        </Button>
      )}
    </Row>
  );

  return (
    <>
      <h2 className="flex flex-wrap items-center gap-x-2 font-medium text-lg">
        Two-step sign-in
        <Badge tone={isOn ? 'teal' : 'stone'}>{isOn ? 'On' : 'Off'}</Badge>
      </h2>
      <p className="mt-1 mb-2 max-w-[60ch] text-muted text-sm">
        {isOn
          ? 'After your password, you are asked for one of these to sign in. A passkey can also be used alone.'
          : 'Something only you have, asked for after your password: someone who learns your password cannot sign in with it alone.'}
      </p>
      {notice}
      <ul className="mt-1 -mb-3 divide-y divide-line">
        {factors.map((factor) => {
          const title = factor.id === APP ? factor.name : `Passkey “${factor.name}”`;
          return row(title, usage(factor), 'Remove', remove(factor), factor.id);
        })}
        {!hasApp && row('Authenticator app', APP_TEXT, 'Set up', addApp)}
        {row(
          hasPasskeys ? 'Another passkey' : 'Passkeys',
          canAddPasskey ? PASSKEYS : NO_PASSKEYS,
          'Add a passkey',
          canAddPasskey ? addPasskey : undefined,
        )}
        {recoveryCodes &&
          row('Recovery codes', codesLeft(recoveryCodes), 'Create new recovery codes', renewCodes)}
      </ul>
      {dialog}
      {codes && <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />}
    </>
  );
}

const APP_TEXT = 'An app on your phone shows six digits that change every 30 seconds.';

function usage({ createdAt, lastUsedAt }: Factor): string {
  const use = lastUsedAt === null ? 'not used yet' : `last used ${dateAndTime(lastUsedAt)}`;
  return `Since ${longDate(createdAt)}, ${use}`;
}

function codesLeft({ left, madeAt, lastUsedAt }: RecoveryCodesLeft): string {
  const use = lastUsedAt === null ? '' : ` The last one used was on ${dateAndTime(lastUsedAt)}.`;
  return `${left === 0 ? 'None' : left} left of those created on ${longDate(madeAt)}.${use}`;
}

const PASSKEYS =
  'Your device or a security key signs you in with your fingerprint, face or PIN. A passkey works only on this site, so a fake site cannot steal it.';

const NO_PASSKEYS =
  'Passkeys work only at an https address with a name, in a browser that supports them: set PUBLIC_URL to the site’s, and open it there.';

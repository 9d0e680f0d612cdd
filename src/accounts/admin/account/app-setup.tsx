import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import { type FormEvent, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { copyText } from '../../../admin/copy-text.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import type { account } from '../../api/account.ts';
import type { NewAuthenticatorApp } from '../../codes.ts';
import type { NewCodes } from '../../second-factors.ts';
import { CodeField } from '../login/password-field.tsx';

/** The width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A QR code, black on white in every theme: scanners may not read it inverted. */
function QrCode({ text }: { text: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md border border-line"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}

const api = caller<typeof account>();

type AppSetupProps = {
  app: NewAuthenticatorApp;
  onConfirmed: (made: NewCodes) => Promise<void>;
  onCancel: () => void;
};

export function AppSetup({ app, onConfirmed, onCancel }: AppSetupProps) {
  const [code, setCode] = useState('');
  const { isBusy, failure, issues, submit } = useSubmit();

  async function confirm(event: FormEvent) {
    event.preventDefault();
    const answer = await submit(
      () => api('POST', '/admin/second-factors/app/confirm', { json: { code } }),
      'That did not work.',
    );
    if (answer.ok) await onConfirmed(answer.value);
  }

  return (
    <Dialog title="Set up your authenticator app" onCancel={onCancel}>
      <form onSubmit={confirm} className="mt-2 space-y-4">
        <p className="text-muted text-sm">
          Scan this code with the app, or type in the key. Then enter the six digits that the app
          shows.
        </p>
        <QrCode text={app.uri} />
        <p className="font-mono text-sm [overflow-wrap:anywhere]">
          {app.secret.replace(/.{4}(?=.)/g, '$& ')}
        </p>
        {failure === null || issues.code !== undefined ? null : <ErrorBox>{failure}</ErrorBox>}
        <CodeField
          inputMode="numeric"
          maxLength={20}
          value={code}
          error={issues.code}
          onValue={setCode}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={isBusy || code.trim() === ''}>
            Turn on
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type RecoveryCodesProps = { codes: readonly string[]; onSaved: () => void };

/** New recovery codes, which the API returns once: Escape does not close them. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title="Save these recovery codes" onCancel={() => undefined}>
      <p className="mt-2 text-muted text-sm">
        If you lose your app or passkey, each code lets you sign in once, after your password. Print
        them or save them in a password manager: they will not be shown again.
      </p>
      <ul aria-label="Recovery codes" className="my-4 space-y-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onSaved}>I have saved them</Button>
        <Button
          variant="secondary"
          onClick={async () => setCopied(await copyText(codes.join('\n')))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </Dialog>
  );
}

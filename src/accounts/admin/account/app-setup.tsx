import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import { useState } from 'react';
import { copyText } from '../../../admin/copy-text.ts';
import { Dialog } from '../../../admin/dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import type { NewAuthenticatorApp } from '../../codes.ts';

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

export function AppSetup({ app }: { app: NewAuthenticatorApp }) {
  return (
    <>
      <p>
        Scan this code with the app, or type in the key. Then enter the six digits that the app
        shows.
      </p>
      <QrCode text={app.uri} />
      <p className="font-mono text-ink [overflow-wrap:anywhere]">
        {app.secret.replace(/.{4}(?=.)/g, '$& ')}
      </p>
    </>
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

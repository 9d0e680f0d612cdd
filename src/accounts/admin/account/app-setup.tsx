import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { copyText } from '../../../admin/copy-text.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import type { account } from '../../api/account.ts';
import type { NewAuthenticatorApp } from '../../codes.ts';
import type { NewCodes } from '../../second-factors.ts';
import { CodeField } from '../login/password-field.tsx';

type PanelProps = { title: string; lead: string; children: ReactNode };

/** One step of a change. Its heading takes the focus from what it replaces. */
export function Panel({ title, lead, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="space-y-4 rounded-md border border-line bg-paper p-4 md:p-5">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-medium">
          {title}
        </h3>
        <p className="mt-1 max-w-[60ch] text-muted text-sm">{lead}</p>
      </div>
      {children}
    </div>
  );
}

/** The width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A QR code, black on white in every theme: scanners may not read it inverted. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
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

/** Shows the secret for the app, and confirms it by the app's first code. */
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
    <Panel
      title="Set up your authenticator app"
      lead="Scan this code with the app, or type in the key. Then enter the six digits that the app shows."
    >
      <QrCode text={app.uri} label="QR code for your authenticator app" />
      <div>
        <p className="font-medium text-sm">Key</p>
        <p className="mt-1 font-mono text-sm [overflow-wrap:anywhere]">
          {app.secret.replace(/.{4}(?=.)/g, '$& ')}
        </p>
      </div>
      <form onSubmit={confirm} className="space-y-4">
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
    </Panel>
  );
}

type RecoveryCodesProps = {
  codes: readonly string[];
  onCopied: () => void;
  onConfirmed: () => void;
};

/** New recovery codes: the API returns them once. */
export function RecoveryCodes({ codes, onCopied, onConfirmed }: RecoveryCodesProps) {
  return (
    <Panel
      title="Save these recovery codes"
      lead="If you lose your app or passkey, each code lets you sign in once, after your password. Print them or save them in a password manager: they will not be shown again."
    >
      <ul aria-label="Recovery codes" className="space-y-1 font-mono text-sm">
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
    </Panel>
  );
}

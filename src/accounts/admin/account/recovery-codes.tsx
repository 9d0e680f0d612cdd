import { useEffect, useRef } from 'react';
import { copyText } from '../../../admin/copy-text.ts';
import { Button } from '../../../ui/button.tsx';

type RecoveryCodesProps = {
  codes: readonly string[];
  onCopied: () => void;
  onConfirmed: () => void;
};

/** New recovery codes: the API returns them once. */
export function RecoveryCodes({ codes, onCopied, onConfirmed }: RecoveryCodesProps) {
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

import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type ApiResult, formMessage } from '../../../admin/api.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import { RejectedFieldsContext } from '../../../ui/field.tsx';
import { offersPasskeys } from './passkey-prompt.ts';

/** What was typed into a field, by its name; empty if there is none. */
export type Typed = (field: string) => string;

type AccountFormProps = {
  send: (typed: Typed, form: HTMLFormElement) => Promise<ApiResult<unknown>>;
  /** The message when nothing else gives a reason. */
  failure: string;
  label: string;
  busyLabel?: string;
  /** Does the same without the fields. */
  passkey?: { label: string; use: () => Promise<ApiResult<unknown>> } | false;
  onCancel?: () => void;
  children: ReactNode;
};

/** Its button is disabled until all required fields are filled, and while it is sent. */
export function AccountForm(props: AccountFormProps) {
  const { send, failure, label, busyLabel = label, passkey, onCancel, children } = props;
  const { isBusy, cause, issues, submit } = useSubmit();
  const [isFilled, setFilled] = useState(false);
  return (
    <form
      className="space-y-5"
      onInput={({ currentTarget }) => setFilled(isComplete(currentTarget))}
      onReset={() => setFilled(false)}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const filled = new FormData(form);
        void submit(() => send((field) => String(filled.get(field) ?? ''), form), failure);
      }}
    >
      {cause === null ? null : <ErrorBox>{issues.passkey ?? formMessage(cause, failure)}</ErrorBox>}
      <RejectedFieldsContext value={issues as Record<string, string>}>
        {children}
      </RejectedFieldsContext>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isBusy || !isFilled}>
          {isBusy ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
          {isBusy ? busyLabel : label}
        </Button>
        {passkey && offersPasskeys() ? (
          <Button
            variant="secondary"
            disabled={isBusy}
            onClick={() => submit(passkey.use, failure)}
          >
            {passkey.label}
          </Button>
        ) : null}
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

function isComplete({ elements }: HTMLFormElement): boolean {
  return [...elements].every(
    (field) => !(field instanceof HTMLInputElement && field.validity.valueMissing),
  );
}

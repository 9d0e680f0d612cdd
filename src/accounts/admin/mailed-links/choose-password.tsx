import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { type ApiResult, failureMessage, formMessage } from '../../../admin/api.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { issuesByField } from '../../../admin/field-issues.ts';
import { settled } from '../../../admin/settled.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { LoginFrame } from '../login/login-frame.tsx';
import { NewPasswordField } from '../login/password-field.tsx';

/** Sent with pages that a secret link opens. Its token is in the fragment, which no server gets to see. */
export const SECRET_PAGE_HEADERS = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

type ChoosePasswordProps<T> = {
  texts: { title: string; lead: string };
  /** Whom the link is for. Changes nothing: mail scanners follow links. */
  open: (token: string) => Promise<ApiResult<T>>;
  /** Redeems the link, and leads on. */
  redeem: (token: string, email: string, password: string) => Promise<ApiResult<unknown>>;
  /** Said above the form. */
  welcome: (opened: T) => string;
  /** The label of the button. */
  label: string;
  /** The message when the server gives no reason. */
  fallback: string;
  /** Where to go when the link does not work. */
  instead: { label: string; href: string };
};

/** The page of a mailed link: it says whom the link is for, and takes a password. */
export function ChoosePasswordPage<T extends { email: string }>(props: ChoosePasswordProps<T>) {
  const token = useLocation().hash.slice(1);
  return (
    <LoginFrame {...props.texts}>
      {/* Another link may be opened in the same tab. */}
      <ChoosePassword {...props} key={token} token={token} />
    </LoginFrame>
  );
}

function ChoosePassword<T extends { email: string }>(
  props: ChoosePasswordProps<T> & { token: string },
) {
  const { token, open, redeem, welcome, label, fallback, instead } = props;
  const [opened, setOpened] = useState<ApiResult<T> | null>(null);
  const [password, setPassword] = useState('');
  const { isBusy, cause, submit } = useSubmit();
  const issues = issuesByField(cause?.kind === 'rejected' ? cause.issues : []);

  const load = useEffectEvent(async () => setOpened(await settled(() => open(token))));
  useEffect(() => void load(), []);

  if (opened === null) return <p role="status">Checking the link...</p>;
  if (!opened.ok) {
    return (
      <div className="space-y-5">
        <ErrorBox>{failureMessage(opened.failure, 'This link does not work.')}</ErrorBox>
        {opened.failure.kind === 'network' ? (
          <Button
            variant="secondary"
            onClick={() => {
              setOpened(null);
              void load();
            }}
          >
            Try again
          </Button>
        ) : (
          <ButtonLink href={instead.href} variant="secondary">
            {instead.label}
          </ButtonLink>
        )}
      </div>
    );
  }
  const { value } = opened;
  return (
    <>
      <p className="mb-5 [overflow-wrap:anywhere]">
        <EmailText text={welcome(value)} />
      </p>
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(() => redeem(token, value.email, password), fallback);
        }}
      >
        {cause === null ? null : <ErrorBox>{formMessage(cause, fallback)}</ErrorBox>}
        <NewPasswordField
          email={value.email}
          value={password}
          error={issues.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" className="w-full" disabled={isBusy || password === ''}>
          {isBusy ? 'One moment...' : label}
        </Button>
      </form>
    </>
  );
}

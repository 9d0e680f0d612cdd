import type { ComponentProps } from 'react';

export function NoticeBox({ className = '', ...props }: ComponentProps<'div'>) {
  const box = 'rounded-md bg-amber-tint px-4 py-3 md:px-6 text-amber text-sm';
  return <div {...props} className={`${box} ${className}`} />;
}

/** It is hidden while it is empty. */
export function DoneNotice(props: Omit<ComponentProps<'p'>, 'className'>) {
  return (
    <p
      tabIndex={-1}
      role="status"
      {...props}
      className="text-pretty rounded-md bg-teal/8 px-4 py-3 md:px-6 text-sm text-ink [overflow-wrap:anywhere] empty:hidden"
    />
  );
}

/** Why email does not leave. @param answer the mail server's; null when the last one has left */
export function MailFailure({ answer }: { answer: string | null }) {
  if (answer === null) return null;
  return (
    <NoticeBox className="mt-6">
      <p className="[overflow-wrap:anywhere]">
        <b className="font-semibold">Email does not leave:</b> {answer}. Check the mail server and{' '}
        <code className="font-mono">SMTP_URL</code>. Waiting emails are sent again automatically.
      </p>
    </NoticeBox>
  );
}

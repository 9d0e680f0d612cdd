import { NoticeBox } from './notice-box.tsx';

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

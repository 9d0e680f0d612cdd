import { NoticeBox } from '../../admin/notice-box.tsx';

/** What to do so that the newsletter, investor and waitlist forms reach the server. */
export function FormsOff() {
  return (
    <NoticeBox>
      <p>
        <b className="font-semibold">Forms are not live:</b> nobody can sign up, and subscribers get
        nothing. To change that, set{' '}
        <code className="whitespace-nowrap font-mono">LIVE_FORMS=on</code>.
      </p>
    </NoticeBox>
  );
}

/** Where emails are while no mail server is set. */
export function MailInFiles({ folder }: { folder: string }) {
  return (
    <NoticeBox>
      <p className="[overflow-wrap:anywhere]">
        <b className="font-semibold">No mail server is set:</b> emails are saved in{' '}
        <code className="font-mono">{folder}</code>. To deliver them, set{' '}
        <code className="font-mono">SMTP_URL</code>.
      </p>
    </NoticeBox>
  );
}

/** The same in one quiet line, either way. */
export function FormsLine({ live }: { live: boolean }) {
  return (
    <p className="text-muted text-sm">
      The newsletter, investor and waitlist forms {live ? 'reach this server' : 'do not send yet'}.
      Set{' '}
      <code className="whitespace-nowrap font-mono text-xs">LIVE_FORMS={live ? 'off' : 'on'}</code>{' '}
      to turn them {live ? 'off' : 'on'}.
    </p>
  );
}

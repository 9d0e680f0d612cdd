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
      {live
        ? 'Forms are live: newsletter, investor and waitlist forms reach this server. To change that: '
        : 'Forms are not live: newsletter, investor and waitlist forms make no call. To change that: '}
      <code className="whitespace-nowrap font-mono text-xs">LIVE_FORMS={live ? 'off' : 'on'}</code>
    </p>
  );
}

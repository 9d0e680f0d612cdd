import { NoticeBox } from '../../admin/notice-box.tsx';

/** What to do so that the newsletter, investor and waitlist forms reach the server. */
export function FormsOff() {
  return (
    <NoticeBox>
      <p className="font-medium">Forms are not live</p>
      <p className="mt-1 max-w-prose">
        The newsletter, investor and waitlist forms make no call, and subscribers get nothing. To
        change that, start the site with the setting{' '}
        <code className="font-mono">LIVE_FORMS=on</code>.
      </p>
    </NoticeBox>
  );
}

/** Where emails are while no mail server is set. */
export function MailInFiles({ folder }: { folder: string }) {
  return (
    <NoticeBox>
      <p className="font-medium">No mail server is set</p>
      <p className="mt-1 max-w-prose [overflow-wrap:anywhere]">
        Emails reach nobody: they are saved as files in <code className="font-mono">{folder}</code>{' '}
        on the server. To have them delivered, start the site with the setting{' '}
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

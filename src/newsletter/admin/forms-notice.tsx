import { NoticeBox } from '../../admin/notice-box.tsx';

/** What to do so that the newsletter, investor and waitlist forms reach the server. */
export function FormsOff() {
  return (
    <NoticeBox>
      <p className="font-medium">Forms are not live</p>
      <p className="mt-1 max-w-prose">
        The newsletter, investor and waitlist forms make no call, and nothing is sent to
        subscribers. To change that, start the site with the setting{' '}
        <code className="font-mono">LIVE_FORMS=on</code>.
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

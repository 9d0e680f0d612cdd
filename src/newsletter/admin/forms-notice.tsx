import { caller } from '../../admin/caller.ts';
import { NoticeBox } from '../../admin/notice-box.tsx';
import { orFail } from '../../admin/session/page-loader.ts';
import type { inquiries } from '../../inquiries/api/inquiries.ts';
import type { subscribers } from '../api/subscribers.ts';

export async function readForms() {
  const forms = await caller<typeof inquiries>()('GET', '/admin/inquiries/unread');
  const { liveForms: isLive, mailFolder } = orFail(forms);
  return { isLive, mailFolder };
}

export type Forms = Awaited<ReturnType<typeof readForms>>;

export async function readReaders(): Promise<number> {
  const page = caller<typeof subscribers>()('GET', '/admin/subscribers', { query: { limit: 1 } });
  return orFail(await page).counts.confirmed;
}

export function FormsNotices({ isLive, mailFolder }: Forms) {
  return (
    <>
      {isLive ? null : (
        <NoticeBox>
          <p>
            <b className="font-semibold">Forms are not live:</b> nobody can sign up, and subscribers
            get nothing. To change that, set{' '}
            <code className="whitespace-nowrap font-mono">LIVE_FORMS=on</code>.
          </p>
        </NoticeBox>
      )}
      {mailFolder === null ? null : (
        <NoticeBox>
          <p className="[overflow-wrap:anywhere]">
            <b className="font-semibold">No mail server is set:</b> emails are saved in{' '}
            <code className="font-mono">{mailFolder}</code>. To deliver them, set{' '}
            <code className="font-mono">SMTP_URL</code>.
          </p>
        </NoticeBox>
      )}
    </>
  );
}

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

import { Button } from '../../../ui/button.tsx';
import { longDate } from '../../../ui/dates.ts';
import { type Notice, noticeLabel } from '../../record/notice.ts';

type NoticeListProps = {
  notices: readonly Notice[];
  isBusy: boolean;
  onWithdraw: (notice: Notice) => void;
};

export function NoticeList({ notices, isBusy, onWithdraw }: NoticeListProps) {
  if (notices.length === 0) return null;
  return (
    <ul className="mt-4 divide-y divide-line border-line border-y">
      {notices.map((notice) => (
        <li key={notice.id} className="flex flex-wrap items-start justify-between gap-4 py-3">
          <div className="min-w-0 flex-1">
            <p className="font-medium">
              {noticeLabel(notice.kind)}, {longDate(`${notice.date}T12:00:00.000Z`)}
            </p>
            <p dir="auto" className="mt-1 whitespace-pre-line text-sm [overflow-wrap:anywhere]">
              {notice.reason}
            </p>
            <p className="mt-1 text-muted text-xs">Issued by {notice.issuedBy}</p>
          </div>
          <Button variant="danger" disabled={isBusy} onClick={() => onWithdraw(notice)}>
            Withdraw
          </Button>
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from 'react';
import { NoticeBox } from '../../../admin/notice-box.tsx';
import { timeWithDate } from '../../../admin/times.ts';
import { Button } from '../../../ui/button.tsx';
import type { RecoveredDraft } from './local-draft.ts';

type DraftNoticesProps = {
  /** The draft that the form continues. */
  source: RecoveredDraft | null;
  offered: RecoveredDraft | null;
  onDiscard: () => void;
  onUse: (offered: RecoveredDraft) => void;
  onDecline: (offered: RecoveredDraft) => void;
};

/** Notices about unsaved drafts, with their actions. */
export function DraftNotices({ source, offered, ...choices }: DraftNoticesProps) {
  return (
    <>
      {source === null ? null : (
        <DraftNotice actions={<NoticeButton onClick={choices.onDiscard}>Discard it</NoticeButton>}>
          {source.restored === undefined
            ? `This is what you wrote at ${timeWithDate(source.writtenAt)}.`
            : `This is version ${source.restored}.`}{' '}
          It has not been saved yet.
        </DraftNotice>
      )}
      {offered === null ? null : (
        <DraftNotice
          actions={
            <>
              <NoticeButton onClick={() => choices.onUse(offered)}>Use it</NoticeButton>
              <NoticeButton onClick={() => choices.onDecline(offered)}>Not now</NoticeButton>
            </>
          }
        >
          What you wrote at {timeWithDate(offered.writtenAt)}
          {offered.values.title === '' ? '' : ` (“${offered.values.title}”)`} was not saved.
        </DraftNotice>
      )}
    </>
  );
}

function DraftNotice({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <NoticeBox role="status" className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex-1 basis-64">{children}</p>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </NoticeBox>
  );
}

function NoticeButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button variant="secondary" onClick={onClick}>
      {children}
    </Button>
  );
}

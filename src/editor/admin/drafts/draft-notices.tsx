import type { ReactNode } from 'react';
import { NoticeBox } from '../../../admin/notice-box.tsx';
import { timeWithDate } from '../../../admin/times.ts';
import { Button } from '../../../ui/button.tsx';
import type { Draft } from './drafts.ts';

type DraftNoticesProps = {
  /** The draft that the form continues. */
  source: Draft | null;
  /** The number of the earlier version that the form continues; null for none. */
  restored: number | null;
  offered: readonly Draft[];
  /** Empties the form of what is not saved. */
  onReset: () => void;
  onUse: (offered: Draft) => void;
  onDiscard: (offered: Draft) => void;
};

/** Offers the unsaved texts that there are, and says what the form continues. */
export function DraftNotices(props: DraftNoticesProps) {
  const { source, restored, offered, onReset, onUse, onDiscard } = props;
  const isContinued = source !== null || restored !== null;
  return (
    <>
      {isContinued ? (
        <Notice actions={<Action onClick={onReset}>Discard it</Action>}>
          {restored === null
            ? `This is what you wrote at ${timeWithDate(source?.savedAt ?? '')}.`
            : `This is version ${restored}.`}{' '}
          It has not been saved yet.
        </Notice>
      ) : null}
      {offered.map((draft) => (
        <Notice
          key={draft.tab}
          actions={
            <>
              <Action onClick={() => onUse(draft)}>Use it</Action>
              <Action onClick={() => onDiscard(draft)}>Discard it</Action>
            </>
          }
        >
          What you wrote at {timeWithDate(draft.savedAt)}
          {draft.values.title === '' ? '' : ` (“${draft.values.title}”)`} was not saved.
        </Notice>
      ))}
    </>
  );
}

function Notice({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <NoticeBox role="status" className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex-1 basis-64">{children}</p>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </NoticeBox>
  );
}

function Action({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <Button variant="secondary" onClick={onClick}>
      {children}
    </Button>
  );
}

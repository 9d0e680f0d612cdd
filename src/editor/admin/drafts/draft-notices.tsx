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
  return (
    <>
      {source === null && restored === null ? null : (
        <Notice onDiscard={onReset}>
          {restored === null
            ? `This is what you wrote at ${timeWithDate(source?.savedAt ?? '')}.`
            : `This is version ${restored}.`}{' '}
          It has not been saved yet.
        </Notice>
      )}
      {offered.map((draft) => (
        <Notice key={draft.tab} onUse={() => onUse(draft)} onDiscard={() => onDiscard(draft)}>
          What you wrote at {timeWithDate(draft.savedAt)}
          {draft.values.title === '' ? '' : ` (“${draft.values.title}”)`} was not saved.
        </Notice>
      ))}
    </>
  );
}

type NoticeProps = { children: ReactNode; onUse?: () => void; onDiscard: () => void };

function Notice({ children, onUse, onDiscard }: NoticeProps) {
  return (
    <NoticeBox role="status" className="mb-6 flex flex-wrap items-center gap-2">
      <p className="flex-1 basis-64">{children}</p>
      {onUse === undefined ? null : (
        <Button variant="secondary" onClick={onUse}>
          Use it
        </Button>
      )}
      <Button variant="secondary" onClick={onDiscard}>
        Discard it
      </Button>
    </NoticeBox>
  );
}

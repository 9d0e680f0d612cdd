import type { ReactNode } from 'react';
import { EmailText } from '../../../admin/email-text.tsx';
import { timeWithDate } from '../../../admin/times.ts';
import type { Writers } from '../../../posts/drafts.ts';
import type { StoredIn } from '../drafts/use-draft.ts';
import type { Problem } from './problem-box.tsx';
import type { MergeNotice } from './use-conflict.ts';

const STORED_IN_LABELS: Record<StoredIn, string> = {
  saved: '',
  browser: 'Autosaved in this browser',
  server: 'Autosaved',
  nowhere: 'This browser is out of space for your text: save soon',
};

export type SaveState = {
  storedIn: StoredIn;
  /** The save waits for uploads. */
  isHeld: boolean;
  /** When it was saved in place, in words; null if it was not, or was changed since. */
  savedAt: string | null;
  problem: Problem | null;
  /** What a merge has put into the form. */
  notice: MergeNotice | null;
  /** Who else has unsaved text of the post. */
  writers: Writers;
  onShowProblem: () => void;
  onShowDisagreement: () => void;
};

/** What a writer must know while they type, since what stands above the form may be out of view. */
export function SaveStatus(props: SaveState) {
  return (
    <div className="save-bar-status space-y-0.5 text-muted text-xs [overflow-wrap:anywhere]">
      <p role="status">
        {props.writers.map(({ email, savedAt }) => (
          <EmailText key={email} text={`${email} has unsaved text of ${timeWithDate(savedAt)}. `} />
        ))}
      </p>
      <Message {...props} />
    </div>
  );
}

function Message({ storedIn, isHeld, savedAt, problem, notice, ...props }: SaveState) {
  if (isHeld) return <p role="status">Will be saved when the pictures are uploaded</p>;
  if (problem !== null) {
    return (
      <p className="text-danger">
        <span>
          {problem.isQuiet ? 'Not saved. ' : ''}
          <EmailText text={problem.message} />
        </span>{' '}
        <TextButton onClick={props.onShowProblem}>Go to the message</TextButton>
      </p>
    );
  }
  if (notice !== null) {
    return (
      <p role="status" className="text-amber">
        {notice.message}{' '}
        {notice.hasDisagreements ? (
          <TextButton onClick={props.onShowDisagreement}>Go to the first</TextButton>
        ) : null}
      </p>
    );
  }
  const saved = storedIn === 'saved' && savedAt !== null && `Saved ${savedAt}`;
  return (
    <p role={saved ? 'status' : undefined} className="empty:hidden">
      {saved || STORED_IN_LABELS[storedIn]}
    </p>
  );
}

/** Leads to the place of what is said. */
function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="cursor-pointer whitespace-nowrap py-1 underline underline-offset-4"
    >
      {children}
    </button>
  );
}

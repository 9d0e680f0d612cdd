import type { ReactNode } from 'react';
import { EmailText } from '../../../admin/email-text.tsx';
import type { StoredIn } from '../drafts/use-local-draft.ts';
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
  others: {
    /** Who else edits the post. */
    editing: string | null;
    /** What was saved that the form does not contain. */
    newer: string | null;
  };
  onShowProblem: () => void;
  onShowNewer: () => void;
  onShowDisagreement: () => void;
};

/** What a writer must know while they type, since what stands above the form may be out of view. */
export function SaveStatus(props: SaveState) {
  const { editing } = props.others;
  return (
    <div className="save-bar-status space-y-0.5 text-muted text-xs [overflow-wrap:anywhere]">
      <p role="status">{editing === null ? null : <EmailText text={editing} />}</p>
      <Message {...props} />
    </div>
  );
}

function Message(props: SaveState) {
  const { storedIn, isHeld, savedAt, problem, notice, others } = props;
  if (isHeld) return <p role="status">Will be saved when the pictures are uploaded</p>;
  if (problem !== null) {
    return (
      <p className="text-danger">
        <span>
          {problem.isQuiet ? 'Not saved. ' : ''}
          <EmailText text={problem.message} />
        </span>{' '}
        <Way onClick={props.onShowProblem}>
          {problem.conflict === undefined ? 'Go to the message' : 'See both versions'}
        </Way>
      </p>
    );
  }
  if (others.newer !== null) {
    return (
      <p role="status" className="text-amber">
        <EmailText text={others.newer} /> <Way onClick={props.onShowNewer}>See both versions</Way>
      </p>
    );
  }
  if (notice !== null) {
    return (
      <p role="status" className="text-amber">
        {notice.message}{' '}
        {notice.hasDisagreements ? (
          <Way onClick={props.onShowDisagreement}>Go to the first</Way>
        ) : null}
      </p>
    );
  }
  const told = storedIn === 'saved' && savedAt !== null && `Saved ${savedAt}`;
  return (
    <p role={told ? 'status' : undefined} className="empty:hidden">
      {told || STORED_IN_LABELS[storedIn]}
    </p>
  );
}

/** Leads to the place of what is said. */
function Way({ onClick, children }: { onClick: () => void; children: ReactNode }) {
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

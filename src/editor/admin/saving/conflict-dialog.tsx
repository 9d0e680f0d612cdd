import { Dialog } from '../../../admin/dialog.tsx';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { storedSession } from '../../../admin/session/session.ts';
import { timeWithDate } from '../../../admin/times.ts';
import { type PostFormValues, valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import { VersionDiff } from '../../../posts/admin/revisions/version-diff.tsx';
import type { Post } from '../../../posts/post.ts';
import { Button } from '../../../ui/button.tsx';
import type { Stored } from '../post-form/read-stored.ts';
import type { SaveRequest } from './save-by-key.ts';

/** Somebody else's version, which a save would have replaced. */
export type Conflict = {
  stored: Stored & { post: Post };
  savedBy: string | null;
  savedAt: string;
  /** The save that it refused. */
  request: SaveRequest;
};

/** The latest text of a stored post. */
export function latestOf({ post, changes }: Conflict['stored']): Post {
  return changes?.post ?? post;
}

type ConflictDialogProps = {
  conflict: Conflict;
  ours: PostFormValues;
  /** Why the last choice failed. */
  failure: string | null;
  isBusy: boolean;
  onMerge: () => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onBack: () => void;
};

/** Shows the differences of two versions, and lets the writer merge them or choose one. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, ours, failure, isBusy } = props;
  const { stored } = conflict;
  const theirs = valuesOfPost(latestOf(stored), window.location.origin);
  return (
    <Dialog title="Two versions" width="wide" onCancel={props.onBack}>
      <p className="mt-2 text-muted text-sm">
        <EmailText text={savedElsewhere(conflict)} /> Nothing of yours has been saved yet.
      </p>
      {failure === null ? null : (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {/* First, since it has the focus: a writer may still be typing. */}
        <Button variant="quiet" onClick={props.onBack}>
          Back to editing
        </Button>
        <Button disabled={isBusy} onClick={props.onMerge}>
          {isBusy ? 'Merging...' : 'Merge'}
        </Button>
        <Button variant="danger" disabled={isBusy} onClick={props.onKeepMine}>
          Keep mine
        </Button>
        <Button variant="danger" disabled={isBusy} onClick={props.onTakeTheirs}>
          Take theirs
        </Button>
      </div>
      <section
        aria-label="Both versions"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
        tabIndex={0}
        className="mt-4 max-h-[55vh] overflow-y-auto rounded-card border border-line p-5"
      >
        <VersionDiff
          before={theirs}
          after={ours}
          labels={{
            before: stored.changes === null ? 'Saved now' : 'Saved, not public',
            after: 'Yours',
          }}
        />
      </section>
    </Dialog>
  );
}

/** "ben@ligara.example saved this post at 12:03 PM." */
function savedElsewhere({ stored, savedAt, savedBy }: Conflict): string {
  const what = stored.changes === null ? 'this post' : 'unpublished changes to this post';
  const time = timeWithDate(savedAt);
  if (savedBy === storedSession()?.email) return `You saved ${what} at ${time}, in another window.`;
  return `${savedBy ?? 'The program'} saved ${what} at ${time}.`;
}

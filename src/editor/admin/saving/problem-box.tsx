import { useDeferredValue, useSyncExternalStore } from 'react';
import { type ApiFailure, formMessage } from '../../../admin/api.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { type FieldIssue, issueText } from '../../../admin/field-issues.ts';
import type { FieldValues, PostFormValues } from '../../../posts/admin/post-form-values.ts';
import { VersionDiff } from '../../../posts/admin/revisions/version-diff.tsx';
import { type StoredPost, storedPostIn } from '../../../posts/admin/stored-post.ts';
import type { Post, PostStatus } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { WrittenText } from '../writing/written-text.ts';
import { savedElsewhere } from './saved-elsewhere.ts';

/** Somebody else's version, and the status to send when it is overwritten. */
export type Conflict = {
  current: Post;
  status: PostStatus;
  /** The unpublished changes that `current` shows; undefined when it is public or a draft. */
  changes?: UnpublishedChanges | undefined;
  /** The save was one without publishing. */
  isUnpublished?: boolean | undefined;
};

export type Problem = {
  message: string;
  issues: FieldIssue[];
  /** The line of the text that it is about. */
  line?: number;
  /** Somebody may be typing: the focus stays. */
  isQuiet?: boolean;
  /** There was no network: it goes when that is back. */
  isOffline?: boolean;
  /** The post was moved to the trash. */
  isInTrash?: boolean;
  conflict?: Conflict;
};

export const IN_TRASH: Problem = {
  message: 'This post is in the trash. Restore it there, then save again.',
  issues: [],
  isInTrash: true,
};

/** @param fallback the message when the server gives no reason */
export function problemOf(
  cause: ApiFailure,
  fallback: string,
  { status, isUnpublished }: Pick<Conflict, 'status' | 'isUnpublished'>,
): Problem {
  const stored = storedPostIn(cause);
  const message = formMessage(cause, fallback);
  return {
    message: stored === undefined ? message : conflictMessage(stored, message),
    isOffline: cause.kind === 'network',
    issues: cause.kind === 'rejected' ? cause.issues : [],
    ...(stored === undefined ? {} : { conflict: { ...stored, status, isUnpublished } }),
  };
}

function conflictMessage({ current, changes }: StoredPost, fallback: string): string {
  if (changes !== undefined) return savedElsewhere(changes, 'unpublished changes to this post');
  // A notice about the post changes `updated_at`, too.
  const { savedBy, savedAt } = current;
  return savedBy === undefined || savedAt === undefined
    ? fallback
    : savedElsewhere({ savedBy, savedAt }, 'this post');
}

type ProblemBoxProps = {
  problem: Problem;
  /** The React key: a new one lets a problem take the focus. */
  problemKey: number;
  ours: FieldValues;
  text: WrittenText;
  /** The other version's form values; null without a conflict. */
  theirs: PostFormValues | null;
  isMerging: boolean;
  /** A save or a merge is under way: no other choice can be made. */
  isBusy: boolean;
  onShow: (line: number) => void;
  onLoadCurrent: (conflict: Conflict) => void;
  onOverwrite: (conflict: Conflict) => void;
  onMerge: (conflict: Conflict) => void;
};

/** Why a save failed; after a conflict, the differences of both versions and the choices. */
export function ProblemBox(props: ProblemBoxProps) {
  const { problem, problemKey, ours, text, theirs, isMerging, isBusy, ...choices } = props;
  const { message, issues, line, conflict } = problem;
  return (
    <>
      <ErrorBox key={problemKey} isQuiet={problem.isQuiet ?? false}>
        <p>
          <EmailText text={message} />
        </p>
        <ul className="mt-1 list-disc pl-5 empty:hidden">
          {issues.map((issue) => (
            <li key={issueText(issue)}>{issueText(issue)}</li>
          ))}
        </ul>
        {line === undefined ? null : (
          <Button variant="secondary" className="mt-3" onClick={() => choices.onShow(line)}>
            Show in text
          </Button>
        )}
        {problem.isInTrash ? (
          <ButtonLink
            variant="secondary"
            className="mt-3"
            href="/admin/trash"
            target="_blank"
            aria-label="Open the trash (in a new tab)"
          >
            Open the trash
          </ButtonLink>
        ) : null}
        {conflict === undefined ? null : (
          <div className="mt-3 flex flex-wrap gap-2">
            <Button variant="secondary" disabled={isBusy} onClick={() => choices.onMerge(conflict)}>
              {isMerging ? 'Merging...' : 'Merge both'}
            </Button>
            <Button
              variant="danger"
              disabled={isBusy}
              onClick={() => choices.onLoadCurrent(conflict)}
            >
              Load the current version
            </Button>
            <Button
              variant="danger"
              disabled={isBusy}
              onClick={() => choices.onOverwrite(conflict)}
            >
              Overwrite it with mine
            </Button>
          </div>
        )}
      </ErrorBox>
      {theirs === null ? null : (
        <section
          aria-label="Both versions"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
          tabIndex={0}
          className="mt-4 max-h-[75vh] overflow-y-auto rounded-card border border-line p-5"
        >
          <BothVersions
            ours={ours}
            text={text}
            theirs={theirs}
            theirName={conflict?.changes === undefined ? 'On the site now' : 'Saved, not public'}
          />
        </section>
      )}
    </>
  );
}

/** Follows the typed text, deferred while rendering is slow. */
export function BothVersions({
  ours,
  text,
  theirs,
  theirName,
}: {
  ours: FieldValues;
  text: WrittenText;
  theirs: PostFormValues;
  theirName: string;
}) {
  const content = useDeferredValue(useSyncExternalStore(text.subscribe, text.read));
  return (
    <VersionDiff
      before={theirs}
      after={{ ...ours, content }}
      labels={{ before: theirName, after: 'Yours' }}
    />
  );
}

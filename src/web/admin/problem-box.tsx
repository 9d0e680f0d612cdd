import type { Post, PostStatus } from '../../domain/posts/post.ts';
import { Button } from '../ui/button.tsx';
import { type FieldIssue, type Refusal, refusalMessage } from './api.ts';
import { ErrorBox } from './error-box.tsx';
import { issueText } from './field-issues.ts';
import type { PostFormValues } from './post-form-values.ts';
import { VersionDiff } from './version-diff.tsx';

/** Somebody else's version, and the status that ours was sent with. */
export type Conflict = { current: Post; status: PostStatus };

export type Problem = { message: string; issues: FieldIssue[]; conflict?: Conflict };

/** @param failure said when the server gives no reason */
export function problemOf(refusal: Refusal, failure: string, status: PostStatus): Problem {
  const { issues = [], current } = refusal.kind === 'refused' ? refusal : {};
  return {
    message: refusalMessage(refusal, failure),
    issues,
    ...(current === undefined ? {} : { conflict: { current, status } }),
  };
}

type ProblemBoxProps = {
  problem: Problem;
  ours: PostFormValues;
  /** The other version as a form would hold it; null when there is none. */
  theirs: PostFormValues | null;
  onLoadCurrent: (conflict: Conflict) => void;
  onOverwrite: (conflict: Conflict) => void;
  onMerge: (conflict: Conflict) => void;
};

/** Why a save was refused; where two have edited the same post, both versions and what to do. */
export function ProblemBox({ problem, ours, theirs, ...choices }: ProblemBoxProps) {
  const { message, issues, conflict } = problem;
  return (
    <>
      <ErrorBox>
        <p>{message}</p>
        <ul className="mt-1 list-disc pl-5 empty:hidden">
          {issues.map((issue) => (
            <li key={issueText(issue)}>{issueText(issue)}</li>
          ))}
        </ul>
        {conflict === undefined ? null : (
          <div className="mt-3 flex flex-wrap gap-2">
            <Button look="secondary" onClick={() => choices.onMerge(conflict)}>
              Merge both
            </Button>
            <Button look="danger" onClick={() => choices.onLoadCurrent(conflict)}>
              Load the current version
            </Button>
            <Button look="danger" onClick={() => choices.onOverwrite(conflict)}>
              Overwrite it with mine
            </Button>
          </div>
        )}
      </ErrorBox>
      {theirs === null ? null : (
        <section aria-label="Both versions" className="mt-4 rounded-card border border-line p-5">
          <VersionDiff
            before={theirs}
            after={ours}
            labels={{ before: 'On the site now', after: 'Yours' }}
          />
        </section>
      )}
    </>
  );
}

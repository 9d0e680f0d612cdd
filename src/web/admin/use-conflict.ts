import { useState } from 'react';
import type { Post, PostStatus } from '../../domain/posts/post.ts';
import { type PostVersion, type Refusal, readRevision } from './api.ts';
import type { KeptDraft } from './kept-draft.ts';
import { mergeVersions } from './merge.ts';
import { type PostFormValues, valuesOfPost } from './post-form-values.ts';
import { type Conflict, type Problem, problemOf } from './problem-box.tsx';

type Parts = {
  /** The post as it stood when the form was opened; null for a new one. */
  post: Post | null;
  /** What the form goes on with, when that was not saved. */
  kept: KeptDraft | null;
  /** Said when the server refuses without giving a reason. */
  failure: string;
  read: () => PostFormValues;
  /** Puts values into the form. */
  fill: (values: PostFormValues) => void;
};

/**
 * Which version of a post the form stands on, why it could not be saved, and what becomes of two
 * versions of the same post.
 */
export function useConflict({ post, kept, failure, read, fill }: Parts) {
  const [base, setBase] = useState<PostVersion | null>(
    post && { slug: post.slug, version: kept?.version ?? post.version },
  );
  const [problem, setProblem] = useState<Problem | null>(() => staleness(post, kept));
  const [notice, setNotice] = useState<string | null>(null);

  /** Stands on the version that something was written under; null: on the post itself. */
  function standOn(draft: KeptDraft | null) {
    setProblem(staleness(post, draft));
    if (draft === null) setBase(post && { slug: post.slug, version: post.version });
    else setBase((before) => before && { ...before, version: draft.version ?? before.version });
  }

  /** Says why there was no save. */
  function tell(message: string) {
    setProblem({ message, issues: [] });
  }

  function refuse(refusal: Refusal, status: PostStatus) {
    setProblem(problemOf(refusal, failure, status));
  }

  /** A choice that comes after the refusal: overwriting sends this status. */
  function chooseStatus(status: PostStatus) {
    setProblem((before) =>
      before?.conflict ? { ...before, conflict: { ...before.conflict, status } } : before,
    );
  }

  async function merge({ current }: Conflict) {
    const origin = window.location.origin;
    const theirs = valuesOfPost(current, origin);
    const before = base === null ? null : await readRevision({ ...base, slug: current.slug });
    const ours = read();
    if (before !== null && !before.ok) {
      setProblem({
        ...problemOf(before.refusal, failure, ours.status),
        conflict: { current, status: ours.status },
      });
      return;
    }
    const common = before === null ? theirs : valuesOfPost(before.value, origin);
    const { values, disagreements } = mergeVersions(common, ours, theirs);
    fill(values);
    setBase({ slug: current.slug, version: current.version });
    setProblem(null);
    setNotice(
      disagreements === 0
        ? 'Both versions are in the form now. Read it through, then save.'
        : `Both versions are in the form now. In ${disagreements} ${disagreements === 1 ? 'place' : 'places'} they disagree: look for <<<<<<< in the text, keep what is right, then save.`,
    );
  }

  return {
    base,
    problem,
    notice,
    standOn,
    tell,
    refuse,
    chooseStatus,
    merge,
    clear: () => setProblem(null),
  };
}

/** A problem from the start: the post was saved again since this was written. */
function staleness(post: Post | null, kept: KeptDraft | null): Problem | null {
  if (post === null || kept === null || kept.version === post.version) return null;
  return {
    message: 'This post was changed since you wrote this.',
    issues: [],
    conflict: { current: post, status: kept.values.status },
  };
}

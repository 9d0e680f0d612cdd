import { useRef, useState } from 'react';
import type { Post, PostStatus } from '../../domain/posts/post.ts';
import { findUnfinished } from '../../domain/posts/unfinished.ts';
import { type Answer, type PostVersion, type Refusal, readRevision } from './api.ts';
import type { KeptDraft } from './kept-draft.ts';
import { mergeVersions } from './merge.ts';
import { type PostFormValues, valuesOfPost } from './post-form-values.ts';
import { type Conflict, type Problem, problemOf } from './problem-box.tsx';
import { settled } from './settled.ts';

/** A post as it was last seen on the server, and the version of it that the form's values go back to. */
type Standing = { post: Post; version: number };

type ConflictDeps = {
  /** The post as it stood when the form was opened; null for a new one. */
  post: Post | null;
  /** What the form goes on with, when that was not saved. */
  kept: KeptDraft | null;
  /** Said when the server refuses without giving a reason. */
  failure: string;
  /** What the form holds now, also while something is under way. */
  read: () => PostFormValues;
  /** Puts values into the form. */
  fill: (values: PostFormValues) => void;
};

/**
 * Which version of a post the form stands on, why it could not be saved, and what becomes of two
 * versions of the same post.
 */
export function useConflict({ post, kept, failure, read, fill }: ConflictDeps) {
  const [standing, setStanding] = useState<Standing | null>(
    post && { post, version: kept?.version ?? post.version },
  );
  const [problem, setProblem] = useState<Problem | null>(() => staleness(post, kept));
  const [notice, setNotice] = useState<string | null>(null);
  /** Grows with every problem that is told, so that each takes the focus. */
  const [told, setTold] = useState(0);
  const [isMerging, setMerging] = useState(false);
  /** Known at once, before a second press could begin another merge. */
  const isAtWork = useRef(false);
  const base: PostVersion | null = standing && {
    slug: standing.post.slug,
    version: standing.version,
  };

  /** Stands on the version that something was written under; null: on the post itself. */
  function standOn(draft: KeptDraft | null) {
    setProblem(staleness(post, draft));
    setStanding(post && { post, version: draft?.version ?? post.version });
  }

  /** Stands on a post that was saved from the form. */
  function standOnSaved(saved: Post) {
    setStanding({ post: saved, version: saved.version });
    setProblem(null);
    setNotice(null);
  }

  /** Says why there was no save; what can be done about a conflict stays. */
  function tell(next: Problem) {
    setTold((before) => before + 1);
    setProblem((before) => ({
      ...next,
      ...(before?.conflict === undefined ? {} : { conflict: before.conflict }),
    }));
  }

  /** @param isQuiet somebody may be typing */
  function refuse(refusal: Refusal, status: PostStatus, isQuiet: boolean) {
    setProblem({ ...problemOf(refusal, failure, status), isQuiet });
  }

  /** A choice that comes after the refusal: overwriting sends this status. */
  function chooseStatus(status: PostStatus) {
    setProblem((before) =>
      before?.conflict ? { ...before, conflict: { ...before.conflict, status } } : before,
    );
  }

  async function merge(conflict: Conflict) {
    if (isAtWork.current) return;
    if (findUnfinished(read().content, 'conflict') !== null) {
      tell({ message: UNRESOLVED, issues: [] });
      return;
    }
    isAtWork.current = true;
    setMerging(true);
    const { current } = conflict;
    const before = await readCommon(current);
    isAtWork.current = false;
    setMerging(false);
    const ours = read();
    if (!before.ok) {
      setProblem({ ...problemOf(before.refusal, failure, ours.status), conflict });
      return;
    }
    const theirs = valuesOfPost(current, window.location.origin);
    const { values, disagreements } = mergeVersions(before.value ?? theirs, ours, theirs);
    fill(values);
    setStanding({ post: current, version: current.version });
    setProblem(null);
    setNotice(
      disagreements === 0
        ? 'Both versions are in the form now. Read it through, then save.'
        : `Both versions are in the form now. In ${disagreements} ${disagreements === 1 ? 'place' : 'places'} they disagree: look for <<<<<<< in the text, keep what is right, then save.`,
    );
  }

  /** What both versions go back to; null where the form began without a post. */
  async function readCommon({ slug }: Post): Promise<Answer<PostFormValues | null>> {
    if (base === null) return { ok: true, value: null };
    const answer = await settled(() => readRevision({ ...base, slug }));
    return answer.ok
      ? { ok: true, value: valuesOfPost(answer.value, window.location.origin) }
      : answer;
  }

  return {
    /** The post as it was last seen; null for a new one. */
    seen: standing?.post ?? null,
    base,
    problem,
    told,
    notice,
    isMerging,
    standOn,
    standOnSaved,
    tell,
    refuse,
    chooseStatus,
    merge,
    clear: () => setProblem(null),
  };
}

const UNRESOLVED =
  'The text still holds the marks of a merge: keep what is right and delete the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>, then merge again.';

/** A problem from the start: the post was saved again since this was written. */
function staleness(post: Post | null, kept: KeptDraft | null): Problem | null {
  if (post === null || kept === null || kept.version === post.version) return null;
  return {
    message: 'This post was changed since you wrote this.',
    issues: [],
    conflict: { current: post, status: kept.values.status },
  };
}
